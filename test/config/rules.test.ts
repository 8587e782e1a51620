import { describe, expect, test } from 'vitest';
import { resolveRules } from '#src/config/rules.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';

const rules = (settings: HostConfigInput) => hostSchema.parse(settings).rules;

/** Every option that decides a rule, with the Go variant's value. */
const LIKE_GO: HostConfigInput = {
  coerce_types: false,
  drop_invalid_bidders: false,
  generate_imp_ids: false,
  stored_requests_timeout_ms: 50,
  server_info: 'brief',
  hooks: { enabled: false },
  multibid: { remove_extra_bids: false },
  currency_converter: { host_rates_first: false },
  price_floors: { fetcher: { request_endpoints: true } },
  gdpr: { mask_addresses_without_precise_geo: false, strict_disclosed_vendors_treatment: false },
  host_cookie: { authoritative: false },
  setuid: { enforce_bidder_vendor: false },
  settings: { targeting: { colliding_keys: 'last', warn_of_truncated_keys: false } },
  status_format: 'text',
  http_client: { follow_redirects: true },
  analytics: { tcf: 'vendors' },
  response: { shape: 'go' },
  event: { rules: 'go' },
  vtrack: { rules: 'go' },
  cache: { ttl_rule: 'go' },
  first_party_data: 'go',
};

describe('the rules of a host', () => {
  test('are those of its variant by default', () => {
    expect(rules({ variant: 'java' })).toMatchObject({
      coerceTypes: true,
      storedDataTimeoutMs: 100,
      serverInfo: 'full',
      eventDialect: 'java',
    });
    expect(rules({})).toMatchObject({ coerceTypes: false, storedDataTimeoutMs: 50, serverInfo: 'brief', eventDialect: 'go' });
  });

  test('follow each option that is set, whatever the variant', () => {
    const { hostRatesFirst, firstKeyWins } = rules({
      currency_converter: { host_rates_first: true },
      settings: { targeting: { colliding_keys: 'first' } },
    });
    expect([hostRatesFirst, firstKeyWins]).toEqual([true, true]);
    const chosen = rules({ ...LIKE_GO, variant: 'java' });
    const decided = Object.keys(chosen).filter(
      (rule) => chosen[rule as keyof typeof chosen] !== rules({ variant: 'java' })[rule as 'serverInfo'],
    );
    expect(decided.map((rule) => chosen[rule as keyof typeof chosen])).toEqual(
      decided.map((rule) => rules({})[rule as keyof typeof chosen]),
    );
    expect(decided).toHaveLength(23);
  });

  test('are resolved from options alone, so that settings of older hosts get them, too', () => {
    const { rules: own, ...options } = hostSchema.parse({ variant: 'java' });
    expect(resolveRules(options)).toEqual(own);
  });
});
