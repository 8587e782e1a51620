import { expect, test } from 'vitest';
import { loadConfig } from '#src/config/load.ts';

const KEY = 'U6KBGSEQ5kuMn3s_ohxYbmdmG7Xoos9hR3fJ_dDOi6Q';

function errorsOf(adscert: object): string[] {
  try {
    loadConfig(undefined, {}, { gdpr: { default_value: '1' }, experiment: { adscert } });
    return [];
  } catch (cause) {
    return [...(cause as { errors: string[] }).errors];
  }
}

const inprocess = (over: object = {}): object => ({ mode: 'inprocess', inprocess: { origin: 'example.com', key: KEY, ...over } });
const ORIGIN = 'experiment.adscert.inprocess.origin: must be a call sign, which is a registrable domain like example.com';
const KEY_ERROR = 'experiment.adscert.inprocess.key: must be 32 bytes in base64url without padding (npm run call-sign-key makes one)';
const SERVER = 'experiment.adscert.inprocess.dns_servers[0]: must be an IP address, with or without port';
const URL_ERROR = 'experiment.adscert.remote.url: must be host:port, http://… or https://…';

test.each([
  {},
  { mode: 'off', inprocess: { key: 'not looked at' }, enabled: true },
  inprocess(),
  inprocess({ origin: 'http://adscertdelivery.com' }),
  inprocess({ origin: 'Example.com' }),
  inprocess({ origin: 'https://bücher.example' }),
  inprocess({ dns_servers: ['192.0.2.1', '192.0.2.1:5353', '2001:db8::1', '[2001:db8::1]:53', '[2001:db8::1]'] }),
  { mode: 'remote', remote: { url: 'localhost:3000' } },
  { mode: 'remote', remote: { url: 'http://signatory.internal:3000/' } },
  { mode: 'remote', remote: { url: 'https://signatory.internal' } },
])('a host with the ads.cert settings %j starts', (adscert) => {
  expect(errorsOf(adscert)).toEqual([]);
});

test.each<[object, string[]]>([
  [{ mode: 'inprocess' }, [ORIGIN, KEY_ERROR]],
  [inprocess({ origin: 'sub.example.com' }), [`${ORIGIN}, not "sub.example.com"`]],
  [inprocess({ origin: 'https://127.0.0.1' }), [`${ORIGIN}, not "https://127.0.0.1"`]],
  [inprocess({ origin: 'test@com' }), [`${ORIGIN}, not "test@com"`]],
  [inprocess({ origin: 'http://' }), [`${ORIGIN}, not "http://"`]],
  [inprocess({ key: `${KEY}=` }), [KEY_ERROR]],
  [inprocess({ key: 'A'.repeat(43) }), [KEY_ERROR]],
  [inprocess({ key: 'pk' }), [KEY_ERROR]],
  [inprocess({ dns_servers: ['dns.example'] }), [`${SERVER}, not "dns.example"`]],
  [inprocess({ dns_servers: ['192.0.2.1:99999'] }), [`${SERVER}, not "192.0.2.1:99999"`]],
  [inprocess({ dns_servers: ['192.0.2.1:'] }), [`${SERVER}, not "192.0.2.1:"`]],
  [{ mode: 'remote' }, [URL_ERROR]],
  [{ mode: 'remote', remote: { url: 'ftp://signatory' } }, [`${URL_ERROR}, not "ftp://signatory"`]],
  [{ mode: 'remote', remote: { url: 'http://signatory/path' } }, [`${URL_ERROR}, not "http://signatory/path"`]],
  [{ mode: 'remote', remote: { url: 'a b' } }, [`${URL_ERROR}, not "a b"`]],
])('%j does not start, and names its keys', (adscert, errors) => {
  expect(errorsOf(adscert)).toEqual(errors);
});

test.each([
  [{ mode: 'on' }, 'experiment.adscert.mode'],
  [inprocess({ domain_check_interval_seconds: 0 }), 'experiment.adscert.inprocess.domain_check_interval_seconds'],
  [inprocess({ domain_renewal_interval_seconds: -1 }), 'experiment.adscert.inprocess.domain_renewal_interval_seconds'],
  [{ mode: 'remote', remote: { url: 'a:1', signing_timeout_ms: 0 } }, 'experiment.adscert.remote.signing_timeout_ms'],
  [inprocess({ keys: 'x' }), 'experiment.adscert.inprocess.keys'],
])('%j is rejected at %s', (adscert, key) => {
  expect(errorsOf(adscert).join()).toContain(`${key}: `);
});

test('an invalid key is not printed', () => {
  expect(errorsOf(inprocess({ key: 'secret-secret' })).join()).not.toContain('secret');
});

test('the key may come from the environment', () => {
  const environment = { AUCTOR_EXPERIMENT_ADSCERT_INPROCESS_KEY: KEY };
  const base = { gdpr: { default_value: '1' }, experiment: { adscert: { mode: 'inprocess', inprocess: { origin: 'example.com' } } } };
  expect(loadConfig(undefined, environment, base).experiment.adscert.inprocess.key).toBe(KEY);
});

test("bidders may be named as in the Go variant's files", () => {
  const base = { gdpr: { default_value: '1' }, adapters: { adsCert: { experiment: { adsCert: { enabled: true } } } } };
  expect(loadConfig(undefined, {}, base).adapters).toEqual({ adsCert: { experiment: { adscert: { enabled: true } } } });
});
