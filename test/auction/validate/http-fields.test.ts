import { describe, expect, test } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import { fillFromHttp } from '#src/auction/validate/http-fields.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { pruneEids } from '#src/dialect/java/request-fields.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { anAuction, incoming } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

function filled(request: BidRequest, headers: Record<string, string>, settings: HostConfigInput = {}): Auction {
  const services = testServices({ settings });
  const auction = anAuction(services, request, { incoming: incoming({ headers, remoteAddress: '10.0.0.1:9' }) });
  fillFromHttp(auction, services);
  return auction;
}

describe('the HTTP request', () => {
  test('fills missing fields of the body', () => {
    const headers = { referer: 'http://a.example/', 'user-agent': 'Browser/1', 'x-real-ip': '8.8.8.8', 'sec-gpc': '1' };
    expect(filled({ id: 'r', imp: [{ id: '1' }] }, headers).request).toEqual({
      id: 'r',
      at: 1,
      imp: [{ id: '1', secure: 1 }],
      site: { page: 'http://a.example/', domain: 'a.example', publisher: { domain: 'a.example' }, ext: { amp: 0 } },
      device: { ip: '8.8.8.8', ua: 'Browser/1' },
      regs: { ext: { gpc: '1' } },
    });
  });

  test('overrides nothing', () => {
    const request = { id: 'r', at: 2, imp: [{ id: '1', secure: 0 }], app: { id: 'a' } };
    expect(filled(structuredClone(request), {}).request).toEqual(request);
  });
});

describe('the HTTP request in the Java variant', () => {
  test('also fills currency, ext objects and the limit of iOS apps', () => {
    const request = { id: 'r', imp: [{ id: '1' }], app: {}, device: { os: 'ios', osv: '14.0' } };
    expect(filled(request, {}, { variant: 'java', ad_server_currency: 'EUR' }).request).toEqual({
      id: 'r',
      at: 1,
      cur: ['EUR'],
      imp: [{ id: '1', secure: 1, ext: { srv: { bidder: {} } } }],
      app: {},
      device: { os: 'ios', osv: '14.0', lmt: 1 },
    });
  });

  test('keeps existing values', () => {
    const imp = [
      { id: '1', secure: 1, ext: { srv: { bidder: { a: {} } } } },
      { id: '2', secure: 1, ext: 'text' as never },
      { id: '3', secure: 1, ext: { srv: 'text' as never } },
    ];
    const { request } = filled({ id: 'r', imp: structuredClone(imp), app: {}, cur: ['USD'] }, {}, { variant: 'java' });
    expect(request).toEqual({ id: 'r', at: 1, imp, app: {}, cur: ['USD'] });
  });

  test('rejects a channel without a name', () => {
    const request = { id: 'r', imp: [], app: {}, ext: { srv: { channel: { name: ' ' } } } };
    expect(filled(request, {}, { variant: 'java' }).rejection).toEqual({
      kind: 'failed',
      messages: ["ext.srv.channel.name can't be empty"],
    });
  });
});

describe('extended ids in the Java variant', () => {
  const pruned = (eids: unknown): Auction => {
    const auction = anAuction(testServices(), { id: 'r', imp: [], user: { eids: eids as [] } });
    pruneEids(auction);
    return auction;
  };

  test('lose blank ids, and are removed when none is left', () => {
    const eids = [
      { source: 'a', uids: [{ id: ' ' }, { id: 'x' }] },
      { source: 'b', uids: [{}] },
      { source: 'c', uids: [{ id: 'y' }] },
      { source: 'd' },
    ];
    const auction = pruned(eids);
    expect(auction.request.user?.eids).toEqual([
      { source: 'a', uids: [{ id: 'x' }] },
      { source: 'c', uids: [{ id: 'y' }] },
    ]);
    expect(auction.diagnostics.warnings.get('srv')?.map(({ message }) => message)).toEqual([
      'removed EID a due to empty ID',
      'removed EID b due to empty ID',
    ]);
  });

  test('stay if they have an id of their own instead of uids', () => {
    const eids = [
      { source: 'a', id: 'x' },
      { source: 'b', id: ' ' },
    ];
    expect(pruned(eids).request.user?.eids).toEqual([{ source: 'a', id: 'x' }]);
  });

  test('are all removed with a warning', () => {
    const auction = pruned([{ uids: [{}] }]);
    expect(auction.request.user?.eids).toBeUndefined();
    expect(auction.diagnostics.warnings.get('srv')).toEqual([
      { code: 999, message: 'removed EID  due to empty ID' },
      { code: 999, message: 'removed empty EID array' },
    ]);
    expect(pruned([]).diagnostics.warnings.size).toBe(0);
  });
});
