/** Budgets of callers: they cannot use up what belongs to others, whatever they make up. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FetchedFloors } from '#src/auction/floors/provider.ts';
import type { Services } from '#src/auction/services.ts';
import { MemoryStore } from '#src/cache/memory.ts';
import { hostSchema } from '#src/config/schema.ts';
import { registerCache } from '#src/http/cache.ts';
import { makeServer } from '#src/http/server.ts';
import { registerVtrack } from '#src/http/vtrack.ts';
import { silentLog } from '#src/platform/log.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { testServices } from '#test/helpers/services.ts';
import { runs } from './runs.ts';

describe('floors', () => {
  const LIMITS = { capacity: 12, max_addresses_per_account: 2, max_addresses_per_host: 3, worker: 100 };
  const FETCH = {
    enabled: true,
    timeout_ms: 100,
    max_file_size_kb: 1,
    max_rules: 5,
    max_age_sec: 600,
    period_sec: 300,
    max_schema_dims: 5,
  };
  const urlOf = (host: number, path: number): string => `https://h${host}.example/${path}`;

  /** The floors address of an auction of an account: its own address, or one that the request made up. */
  const lookup = fc.record({ account: fc.nat(5), host: fc.nat(3), path: fc.nat(3), isOwn: fc.boolean() });

  test('addresses that requests make up stay within the budgets of their account, their host and all; those in settings stay known', () => {
    fc.assert(
      fc.property(fc.array(lookup, { maxLength: 80 }), (sequence) => {
        const fetched: string[] = [];
        const fetchForeign = (url: string): Promise<never> => {
          fetched.push(url);
          return new Promise(() => {});
        };
        const { fetcher } = hostSchema.parse({ price_floors: { fetcher: LIMITS } }).price_floors;
        const clock = new WoundClock();
        const floors = new FetchedFloors(fetcher, { clock, log: silentLog, fetchBody: fetchForeign, fetchForeign, ownUrl: '' });
        const [known, made] = [new Set<string>(), new Map<string, { account: number; host: number }>()];
        for (const { account, host, path, isOwn } of sequence) {
          // One address per account in its settings.
          const own = urlOf(10 + account, 0);
          const url = isOwn ? own : urlOf(host, path);
          const before = fetched.length;
          const { status } = floors.find(url, `account-${account}`, { ...FETCH, url: own } as never);
          if (isOwn) known.add(url);
          else if (fetched.length > before) made.set(url, { account, host });
          expect(isOwn || made.has(url) ? 'inprogress' : 'none').toBe(status);
        }
        const countOf = (field: 'account' | 'host', value: number): number =>
          [...made.values()].filter((one) => one[field] === value).length;
        for (let i = 0; i <= 5; i++) {
          expect(countOf('account', i)).toBeLessThanOrEqual(LIMITS.max_addresses_per_account);
          expect(countOf('host', i)).toBeLessThanOrEqual(LIMITS.max_addresses_per_host);
        }
        expect(made.size).toBeLessThanOrEqual(LIMITS.capacity / 2);
        // No address was displaced and fetched again.
        expect([...fetched].sort()).toEqual([...known, ...made.keys()].sort());
        floors.stop();
      }),
      runs(200),
    );
  });
});

describe('writes of callers', () => {
  const TRUSTED = ['10.0.0.0/8', 'fd00::/8', '198.51.100.7'];
  const PROXIES = ['10.1.2.3', '::ffff:10.9.9.9', 'fd00::1', '198.51.100.7'];
  const CLIENTS = ['8.8.8.8', '203.0.113.5', '2600::5'];
  /** What clients write into the header to appear as another one: it is not believed. */
  const SPOOFS = ['', '1.2.3.4', '203.0.113.5', '10.0.0.1', '::1', 'garbage', '1.2.3.4:80', '[2600::5]', '8.8.8.8, 10.0.0.2', ', ,'];

  /** A connection: from a client itself, or through trusted proxies that append the address of their own client. */
  const connection = fc.record({
    client: fc.constantFrom(...CLIENTS),
    spoof: fc.constantFrom(...SPOOFS),
    hops: fc.array(fc.constantFrom(...PROXIES), { maxLength: 3 }),
  });
  type Connection = { readonly client: string; readonly spoof: string; readonly hops: readonly string[] };

  const PER_SECOND = 3;
  const wire = ({ client, spoof, hops }: Connection) => {
    const forwarded = [...(spoof === '' ? [] : [spoof]), ...(hops.length > 0 ? [client, ...hops.slice(0, -1)] : [])].join(', ');
    return { remoteAddress: hops.at(-1) ?? client, headers: forwarded === '' ? {} : { 'x-forwarded-for': forwarded } };
  };

  function arrange(clock: WoundClock) {
    const rate_limiter = { num_requests: PER_SECOND, num_account_requests: 1000 };
    const base = testServices({ settings: { trusted_proxies: TRUSTED, vtrack: { rate_limiter }, cache: { rate_limiter } } });
    const services: Services & typeof base = { ...base, clock };
    const store = new MemoryStore({ maxBytes: 100_000, maxValueBytes: 1000 }, clock);
    const app = makeServer(services);
    registerCache(app, services, store);
    registerVtrack(app, services, store);
    return app;
  }

  test.each([
    ['/cache', '/cache'],
    ['/vtrack', '/vtrack?a=account'],
  ])('of %s count for their client whatever proxies and headers it sends, and for no other client', async (_name, url) => {
    await fc.assert(
      fc.asyncProperty(fc.array(connection, { minLength: 1, maxLength: 20 }), async (connections) => {
        const app = arrange(new WoundClock(0));
        const counts = new Map<string, number>();
        for (const one of connections) {
          const { statusCode } = await app.inject({ method: 'POST', url, payload: '{"puts":[]}', ...wire(one) });
          const count = (counts.get(one.client) ?? 0) + 1;
          counts.set(one.client, count);
          expect([one, statusCode === 429]).toEqual([one, count > PER_SECOND]);
        }
        await app.close();
      }),
      runs(60),
    );
  });
});
