import { describe, expect, test } from 'vitest';
import { makeGuard, makePublicGuard } from '#src/admin/guard.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';

const guard = (settings: HostConfigInput) => makeGuard(hostSchema.parse(settings));
const open = guard({});
const closed = guard({ admin_token: 'secret', admin_host: '0.0.0.0' });
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

describe('the admin listener without a token', () => {
  test.each(['localhost:6060', '127.0.0.1:6060', '[::1]:6060', 'console.localhost', '192.168.0.7:6060'])(
    'accepts requests to %s',
    (host) => {
      expect(open({ headers: { host } })).toBeUndefined();
    },
  );

  test.each(['attacker.example:6060', 'localhost.attacker.example'])(
    'rejects requests to %s, a name that others may point here',
    (host) => {
      expect(open({ headers: { host } })?.status).toBe(403);
    },
  );

  test('accepts its own pages and no pages of other sites', () => {
    const host = 'localhost:6060';
    expect(open({ headers: { host, origin: 'http://localhost:6060' } })).toBeUndefined();
    for (const origin of ['https://attacker.example', 'http://localhost:8000', 'null', 'not an origin']) {
      expect(open({ headers: { host, origin } })?.status).toBe(403);
    }
  });
});

describe('the admin listener with credentials', () => {
  const credentials = { ops: 'pass:wörd', 'other-one': 7 };
  const named = guard({ admin_endpoints: { credentials } });
  const headers = { host: 'admin.example' };
  const status = (authorization: string, decide = named): number | undefined => decide({ headers: { ...headers, authorization } })?.status;

  test('requires one of the names with its password, and states the scheme', () => {
    expect([basic('ops:pass:wörd'), basic('other-one:7').replace('Basic', 'basic')].map((text) => status(text))).toEqual([
      undefined,
      undefined,
    ]);
    const wrong = [
      basic('ops:'),
      basic('ops'),
      basic('other-one:pass:wörd'),
      basic(''),
      'Basic',
      'Basic %',
      'Bearer ',
      'Bearer pass:wörd',
      '',
    ];
    expect(wrong.map((text) => status(text))).toEqual(wrong.map(() => 401));
    expect(named({ headers, token: '' })?.status).toBe(401);
    expect(named({ headers })?.headers).toEqual({ 'www-authenticate': 'Basic realm="auctor", charset="UTF-8"' });
  });

  test('accepts name and password for a token where only a token is possible', () => {
    expect([named({ headers, token: 'ops:pass:wörd' }), status('Bearer ops:pass:wörd')]).toEqual([undefined, undefined]);
    expect([named({ headers, token: 'ops:' })?.status, named({ headers, token: 'pass:wörd' })?.status]).toEqual([401, 401]);
  });

  test('accepts the token as well, if configured', () => {
    const both = guard({ admin_token: 'secret', admin_endpoints: { credentials } });
    expect([status('Bearer secret', both), status(basic('ops:pass:wörd'), both), status(basic('ops:secret'), both)]).toEqual([
      undefined,
      undefined,
      401,
    ]);
    expect(both({ headers, token: 'secret' })).toBeUndefined();
  });

  test('rejects images and links of other sites, to which browsers attach passwords', () => {
    const of = (site: string, isOpen = false) =>
      named({ headers: { ...headers, authorization: basic('ops:pass:wörd'), 'sec-fetch-site': site }, isOpen })?.status;
    const link = { ...headers, authorization: basic('ops:pass:wörd'), 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' };
    expect(named({ headers: link })).toBeUndefined();
    expect([of('cross-site'), of('same-site'), of('same-origin'), of('none'), of('cross-site', true)]).toEqual([
      403,
      403,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('guards protected endpoints on the public listener, wherever the admin listener is', () => {
    const decide = makePublicGuard(hostSchema.parse({ admin_endpoints: { credentials } }));
    expect([status('', decide), status(basic('ops:pass:wörd'), decide)]).toEqual([401, undefined]);
    expect(status('', makePublicGuard(hostSchema.parse({})))).toBe(401);
  });
});

describe('the admin listener with a token', () => {
  const headers = { host: 'admin.example' };

  test('requires it in the header, or in the query if the header is absent', () => {
    expect(closed({ headers })).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
    expect(closed({ headers: { ...headers, authorization: 'Bearer wrong!' } })?.status).toBe(401);
    expect(closed({ headers: { ...headers, authorization: 'Bearer secret' } })).toBeUndefined();
    expect(closed({ headers, token: 'secret' })).toBeUndefined();
    expect(closed({ headers: { ...headers, authorization: 'Bearer wrong!' }, token: 'secret' })?.status).toBe(401);
  });

  test('serves pages without data to everyone, but not to pages of other sites', () => {
    expect(closed({ headers, isOpen: true })).toBeUndefined();
    expect(closed({ headers: { ...headers, origin: 'https://attacker.example' }, isOpen: true })?.status).toBe(403);
  });
});
