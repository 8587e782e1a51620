import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Hook, ModuleDefinition } from '#src/modules/hook.ts';
import liveintent from '#src/modules/liveintent-identity/module.ts';
import optable from '#src/modules/optable-targeting/module.ts';
import scope3 from '#src/modules/scope3-rtd/module.ts';
import type { ServiceResult } from '#src/net/service-call.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { moduleEnv } from '#test/helpers/module-env.ts';
import { moduleServices, runFullAuction } from '#test/helpers/modules.ts';
import { runs } from './runs.ts';

const SETTINGS: readonly (readonly [ModuleDefinition, Ext])[] = [
  [
    liveintent,
    {
      'request-timeout-ms': 10,
      'identity-resolution-endpoint': 'http://ids.example/',
      'auth-token': 't',
      'treatment-rate': 1,
      'target-bidders': ['alpha'],
    },
  ],
  [optable, { 'api-endpoint': 'http://o.example/?', tenant: 't', origin: 'o' }],
  [scope3, { add_to_targeting: true, add_scope3_targeting_section: true }],
];

const json = fc.jsonValue({ maxDepth: 3 });
const list = fc.array(
  fc.oneof(json, fc.record({ source: json, uids: json, inserter: json, matcher: json, id: json, ids: json, keyspace: json })),
);
const body = fc.oneof(
  fc.string(),
  json.map((value) => JSON.stringify(value)),
  fc
    .record({
      eids: list,
      audience: list,
      ortb2: fc.record({ user: fc.record({ eids: list, data: list }) }),
      aee_signals: fc.record({ include: json, exclude: json, macro: json }),
    })
    .map((value) => JSON.stringify(value)),
);

const exchange: fc.Arbitrary<ServiceResult> = fc.oneof(
  fc
    .record({ status: fc.constantFrom(200, 204, 500), body })
    .map((response): ServiceResult => ({ kind: 'response', response: { headers: {}, ...response } })),
  fc.constant<ServiceResult>({ kind: 'failed', message: 'context deadline exceeded', timedOut: true }),
);

test("whatever a module's vendor responds, the auction ends with its bid", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SETTINGS), exchange, async ([definition, settings], response) => {
      const { hooks } = await definition.start(settings, moduleEnv({ call: async () => response }));
      const [early, late] = [hooks.processed_auction_request, hooks.auction_response] as (Hook | undefined)[];
      const services = moduleServices({
        processed_auction_request: [{ timeout: 50, hooks: { early: (payload, context) => early?.(payload, context) } }],
        auction_response: [{ timeout: 50, hooks: { late: (payload, context) => late?.(payload, context) } }],
      });
      const { auction, body: sent } = await runFullAuction(services, { ...validRequest(), tmax: 500 });
      expect(auction.clientResponse?.status).toBe(200);
      expect(sent['seatbid']).toHaveLength(1);
    }),
    runs(100),
  );
});
