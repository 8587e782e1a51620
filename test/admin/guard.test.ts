import { describe, expect, test } from 'vitest';
import { makeGuard } from '#src/admin/guard.ts';

const open = makeGuard({ admin_token: '', admin_host: '127.0.0.1' });
const closed = makeGuard({ admin_token: 'secret', admin_host: '0.0.0.0' });

describe('the admin listener without a token', () => {
  test.each(['localhost:6060', '127.0.0.1:6060', '[::1]:6060', 'console.localhost', '192.168.0.7:6060'])('answers calls to %s', (host) => {
    expect(open({ headers: { host } })).toBeUndefined();
  });

  test.each(['attacker.example:6060', 'localhost.attacker.example'])('does not answer to %s, a name others may point here', (host) => {
    expect(open({ headers: { host } })?.status).toBe(403);
  });

  test('lets its own pages in and no pages of other sites', () => {
    const host = 'localhost:6060';
    expect(open({ headers: { host, origin: 'http://localhost:6060' } })).toBeUndefined();
    for (const origin of ['https://attacker.example', 'http://localhost:8000', 'null', 'not an origin']) {
      expect(open({ headers: { host, origin } })?.status).toBe(403);
    }
  });
});

describe('the admin listener with a token', () => {
  const headers = { host: 'admin.example' };

  test('wants it in the header, or in the query where there is none', () => {
    expect(closed({ headers })?.status).toBe(401);
    expect(closed({ headers: { ...headers, authorization: 'Bearer wrong!' } })?.status).toBe(401);
    expect(closed({ headers: { ...headers, authorization: 'Bearer secret' } })).toBeUndefined();
    expect(closed({ headers, token: 'secret' })).toBeUndefined();
    expect(closed({ headers: { ...headers, authorization: 'Bearer wrong!' }, token: 'secret' })?.status).toBe(401);
  });

  test('shows pages that hold nothing to everybody, but not to pages of other sites', () => {
    expect(closed({ headers, isOpen: true })).toBeUndefined();
    expect(closed({ headers: { ...headers, origin: 'https://attacker.example' }, isOpen: true })?.status).toBe(403);
  });
});
