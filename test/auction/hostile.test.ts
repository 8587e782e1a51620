import { describe, expect, test } from 'vitest';
import { runAuction } from '#machines/run.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { stages } from '#src/host/app.ts';
import { aBidder, incoming } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { growth } from '#test/helpers/cost.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { ScriptedTransport } from '#test/helpers/transport.ts';

/** Quadratic growth would cost 64 times as much for eight times the size; linear growth eight times. */
const MAX_GROWTH = 24;

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const object = (count: number, name: (i: number) => string, value: (i: number) => unknown): object =>
  Object.fromEntries(many(count, (i) => [name(i), value(i)]));

const imp = (id: string, bidder: object, more: object = {}): object => ({
  id,
  banner: { w: 1, h: 1 },
  ext: { prebid: { bidder, ...more } },
});
const aliased = (n: number): object =>
  object(
    n,
    (i) => `b${i}`,
    () => ({}),
  );

/** A request whose first imp names `n` aliases of one bidder. */
const withAliases = (n: number, srv: object, more: object = {}, ofImp: object = {}, imps: object[] = []): object => ({
  id: 'r',
  site: { page: 'https://a.example/' },
  imp: [imp('first', aliased(n), ofImp), ...imps],
  ext: {
    prebid: {
      aliases: object(
        n,
        (i) => `b${i}`,
        () => 'alpha',
      ),
      ...srv,
    },
  },
  ...more,
});

interface Hostile {
  readonly make: (n: number) => object;
  readonly largest: number;
  readonly settings?: HostConfigInput;
}

const REQUESTS: Readonly<Record<string, Hostile>> = {
  "patches of an imp under other bidders' names": {
    make: (n) =>
      withAliases(
        n,
        {},
        {},
        {
          imp: object(
            n,
            (i) => `z${i}`,
            () => ({ tagid: 't' }),
          ),
        },
      ),
    largest: 4000,
  },
  'limits of other bidders in multibid': {
    make: (n) => withAliases(n / 4, { multibid: many(3 * n, (i) => ({ bidder: `y${i}`, maxbids: 2 })) }),
    largest: 6000,
  },
  'bidders that privacy blocks, and imps of others': {
    make: (n) =>
      withAliases(
        n,
        {},
        { regs: { gdpr: 1 } },
        {},
        many(n, (i) => imp(String(i), { alpha: {} })),
      ),
    largest: 6000,
  },
  'targeting rules, and imps': {
    make: (n) =>
      withAliases(
        1,
        { adservertargeting: many(n, (i) => ({ key: `k${i}`, source: 'bidrequest', value: 'imp.banner.w' })) },
        {},
        {},
        many(n, (i) => imp(String(i), { alpha: {} })),
      ),
    largest: 1500,
  },
  'permissions of user ids by inserter': {
    make: (n) =>
      withAliases(
        1,
        { data: { eidpermissions: many(n, (i) => ({ inserter: `i${i}`, bidders: ['*'] })) } },
        { user: { eids: many(n, (i) => ({ source: `s${i}`, inserter: 'x', uids: [{ id: '1' }] })) } },
      ),
    largest: 6000,
    settings: { variant: 'java' },
  },
};

describe('a hostile request', () => {
  test.each(Object.entries(REQUESTS))(
    'of thousands of %s costs at most in proportion to its size',
    async (_, { make, largest, settings }) => {
      const work = async (size: number): Promise<void> => {
        const clock = new WoundClock();
        const transport = new ScriptedTransport(clock, () => ({ response: { status: 204 } }));
        const services = testServices({
          clock,
          transport,
          bidders: registryOf(aBidder('alpha')),
          settings: { gdpr: { default_value: '0' }, max_request_size: 5_000_000, ...settings },
        });
        const body = Buffer.from(JSON.stringify(make(size)));
        const auction = newAuction('auction', incoming({ body }), services, () => {});
        runAuction(auction, services, stages);
        clock.wind(1);
        expect(auction.clientResponse?.status).toBe(200);
      };
      expect(await growth(work, largest / 8, largest, MAX_GROWTH)).toBeLessThanOrEqual(MAX_GROWTH);
    },
  );
});
