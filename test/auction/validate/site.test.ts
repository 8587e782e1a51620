import { describe, expect, test } from 'vitest';
import type { Incoming } from '#src/auction/auction.ts';
import { fillSite } from '#src/auction/validate/site.ts';
import type { BidRequest, Site } from '#src/openrtb/ortb.ts';
import { incoming } from '#test/helpers/auction.ts';
import { dialects } from '#test/helpers/dialects.ts';

function filled(site: Site | undefined, from: Partial<Incoming> | string, variant: 'go' | 'java' = 'go'): Site | undefined {
  const request: BidRequest = { id: 'r', imp: [], site };
  fillSite(request, incoming(typeof from === 'string' ? { headers: { referer: from } } : from), dialects[variant].validate);
  return request.site;
}

describe('the site', () => {
  test('is created from the referer', () => {
    expect(filled(undefined, 'https://news.publisher.co.uk:8443/a?b#c')).toEqual({
      page: 'https://news.publisher.co.uk:8443/a?b#c',
      domain: 'news.publisher.co.uk:8443',
      publisher: { domain: 'publisher.co.uk' },
      ext: { amp: 0 },
    });
  });

  test('is completed from its own page if there is no referer', () => {
    expect(filled({ page: 'http://a.example.com/', publisher: { id: 'p' } }, {})).toEqual({
      page: 'http://a.example.com/',
      domain: 'a.example.com',
      publisher: { id: 'p', domain: 'example.com' },
      ext: { amp: 0 },
    });
  });

  test('has a page without surrounding blanks, in the Java variant', () => {
    const site = { page: ' http://own.example/ ', domain: 'own.example', publisher: { domain: 'own' }, ext: { amp: 1 } };
    expect(filled(structuredClone(site), {}, 'java')?.page).toBe('http://own.example/');
    expect(filled(site, {})?.page).toBe(' http://own.example/ ');
  });

  test("keeps the request's own values", () => {
    const site = { page: 'http://own.example/', domain: 'own.example', publisher: { domain: 'own' }, ext: { amp: 1 } };
    expect(filled(structuredClone(site), 'http://other.example/')).toEqual(site);
  });

  test('has no domain if the page has no host', () => {
    const invalid = ['http://a b.com/', 'http://[::1/', 'http://a].com/', 'http://a.com:port/'];
    for (const page of ['some.page.com', 'about:blank', 'http://', '/path', ...invalid]) {
      expect(filled({ page }, {})).toEqual({ page, ext: { amp: 0 } });
    }
  });

  test('has the host without its user and otherwise as written', () => {
    expect(filled(undefined, '//User:pass@WWW.Example.COM/')).toEqual({
      page: '//User:pass@WWW.Example.COM/',
      domain: 'WWW.Example.COM',
      publisher: { domain: 'example.com' },
      ext: { amp: 0 },
    });
  });

  test('may have an address in brackets as its host', () => {
    expect(filled({ page: 'http://[2001:db8::1]:8080/' }, {})?.domain).toBe('[2001:db8::1]:8080');
  });

  test('has no publisher’s domain if the host is a public suffix or an address', () => {
    for (const host of ['github.io', '203.0.113.9']) {
      expect(filled(undefined, `http://${host}/`)).toEqual({ page: `http://${host}/`, domain: host, ext: { amp: 0 } });
    }
    expect(filled(undefined, 'http://me.github.io/')?.publisher).toEqual({ domain: 'me.github.io' });
  });

  test('is marked as not AMP only by default', () => {
    expect(filled({ ext: { other: true } }, {})?.ext).toEqual({ other: true, amp: 0 });
    expect(filled({ ext: { amp: 'x' } }, {})?.ext).toEqual({ amp: 'x' });
    expect(filled({ ext: 'text' as never }, {})?.ext).toBe('text');
  });

  test('is not created for apps and screens', () => {
    for (const request of [{ app: {} }, { dooh: {} }]) {
      const full: BidRequest = { id: 'r', imp: [], ...request };
      fillSite(full, incoming({ headers: { referer: 'http://a.example/' } }), dialects.go.validate);
      expect(full.site).toBeUndefined();
    }
  });
});

describe('the site in the Java variant', () => {
  test('prefers the overriding URL and omits the port of the domain', () => {
    const from = { query: { url_override: 'shop.example.com:8080/x' }, headers: { referer: 'http://other.example/' } };
    expect(filled(undefined, from, 'java')).toEqual({
      page: 'http://shop.example.com:8080/x',
      domain: 'shop.example.com',
      publisher: { domain: 'example.com' },
      ext: { amp: 0 },
    });
  });

  test('keeps a new page only if a publisher’s domain is known', () => {
    expect(filled(undefined, 'http://localhost/x', 'java')).toEqual({ domain: 'localhost', ext: { amp: 0 } });
    expect(filled({ publisher: { domain: 'p.example' } }, 'http://localhost/x', 'java')?.page).toBe('http://localhost/x');
  });

  test("keeps the request's own values", () => {
    const site = { page: 'http://own.example/', domain: 'sub.own.example' };
    expect(filled({ ...site }, 'http://other.example/', 'java')).toEqual({
      ...site,
      publisher: { domain: 'own.example' },
      ext: { amp: 0 },
    });
    expect(filled({}, {}, 'java')).toEqual({ ext: { amp: 0 } });
  });
});
