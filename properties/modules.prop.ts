import fc from 'fast-check';
import { enablePatches, Immer } from 'immer';
import { describe, expect, test } from 'vitest';
import { HOOK_STAGES, type HookStage } from '#src/config/hook-stages.ts';
import { applyChanges, closeDraft, openDraft } from '#src/modules/drafts.ts';
import { HookRegistry } from '#src/modules/hook-registry.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { silentLog } from '#src/platform/log.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { deepFreeze } from '#test/helpers/freeze.ts';
import { type Ended, type FakeStages, moduleServices, runFullAuction } from '#test/helpers/modules.ts';
import { type Behaviour, behaviour, toHook } from './arbitraries/hooks.ts';
import { runs } from './runs.ts';

enablePatches();

const TIMEOUT_MS = 7;
/** ms of the same auction without modules: its bidders respond after 10. */
const PLAIN_MS = 12;
/** Virtual ms for pending promises. */
const SLACK_MS = 40;

/** Modules' changes at these stages are validated like any request. */
const UNCHECKED: ReadonlySet<HookStage> = new Set(['entrypoint', 'raw_auction_request']);

interface Planned {
  readonly stage: HookStage;
  readonly groups: readonly (readonly Behaviour[])[];
}

const planned: fc.Arbitrary<Planned> = fc.record({
  stage: fc.constantFrom(...HOOK_STAGES),
  groups: fc.array(fc.array(behaviour, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
});

const stagesOf = ({ stage, groups }: Planned): FakeStages => ({
  [stage]: groups.map((group, g) => ({
    timeout: TIMEOUT_MS,
    hooks: Object.fromEntries(group.map((one, i) => [`h${g}${i}`, toHook(one)])),
  })),
});

const BIDDERS = ['alpha', 'beta'];

const request: fc.Arbitrary<BidRequest> = fc
  .record({
    tmax: fc.constantFrom(60, 500),
    trace: fc.constantFrom(undefined, 'basic', 'verbose'),
    debug: fc.boolean(),
    imps: fc.integer({ min: 1, max: 2 }),
    returnallbidstatus: fc.boolean(),
  })
  .map(({ tmax, imps, ...srv }) => ({ ...validRequest(BIDDERS, imps), tmax, ext: { srv: { targeting: {}, ...srv } } }));

const run = (plan: Planned, bidRequest: BidRequest, variant: 'go' | 'java' = 'go'): Promise<Ended> =>
  runFullAuction(moduleServices(stagesOf(plan), { bidders: BIDDERS, settings: { variant } }), bidRequest);

describe('whatever a module does', () => {
  test('its auction gets a valid response within the timeouts', async () => {
    await fc.assert(
      fc.asyncProperty(planned, request, fc.constantFrom('go' as const, 'java' as const), async (plan, bidRequest, variant) => {
        const { auction, ms } = await run(plan, bidRequest, variant);
        const allowed = UNCHECKED.has(plan.stage) ? [200, 400, 503] : [200];
        expect(allowed).toContain(auction.clientResponse?.status);
        expect(ms).toBeLessThanOrEqual(PLAIN_MS + plan.groups.length * TIMEOUT_MS + SLACK_MS);
        if (auction.clientResponse?.status === 200 && plan.stage !== 'exitpoint')
          expect(JSON.parse(auction.clientResponse.body)).toBeTypeOf('object');
      }),
      runs(120),
    );
  });

  test('every bidder is accounted for, in bids or in reasons', async () => {
    const ofBidders = planned.filter(({ stage }) => stage === 'bidder_request' || stage === 'raw_bidder_response');
    await fc.assert(
      fc.asyncProperty(ofBidders, async (plan) => {
        const { auction } = await run(plan, validRequest(BIDDERS));
        expect(auction.outcomes.map(({ bidder }) => bidder).sort()).toEqual(BIDDERS);
        const reported = new Set([
          ...auction.nonBids.map(({ seat, bid }) => bid?.bidder ?? seat),
          ...[...auction.seats.values()].flatMap(({ bids }) => bids.map(({ bidder }) => bidder)),
        ]);
        for (const bidder of BIDDERS) expect(reported).toContain(bidder);
      }),
      runs(40),
    );
  });

  test("changes by one bidder's hooks are invisible to other bidders", async () => {
    await fc.assert(
      fc.asyncProperty(behaviour, async (wild) => {
        const hook = toHook(wild);
        const onlyAlpha: FakeStages = {
          bidder_request: [
            { timeout: TIMEOUT_MS, hooks: { h: (payload, context) => (context.bidder === 'alpha' ? hook(payload, context) : undefined) } },
          ],
        };
        const [touched, plain] = [
          await runFullAuction(moduleServices(onlyAlpha, { bidders: BIDDERS }), validRequest(BIDDERS)),
          await runFullAuction(moduleServices({}, { bidders: BIDDERS }), validRequest(BIDDERS)),
        ];
        const beta = ({ auction }: Ended): unknown => auction.tasks.find(({ bidder }) => bidder === 'beta')?.request;
        expect(beta(touched)).toEqual(beta(plain));
        expect(touched.auction.request).toEqual(plain.auction.request);
      }),
      runs(40),
    );
  });
});

test('the changes of a module apply to a copy, and undoing them restores the payload', () => {
  const immer = new Immer({ autoFreeze: false });
  const wild = behaviour.map((one): Behaviour => ({ ...one, kind: 'wild', waits: false }));
  let applied = 0;
  fc.assert(
    fc.property(wild, request, (one, bidRequest) => {
      const [payload, edit] = [deepFreeze(structuredClone(bidRequest)), toHook(one)];
      try {
        const draft = openDraft(payload);
        void edit(draft as never, {} as never);
        const changed = applyChanges(payload, closeDraft(draft));
        const [, , undo] = immer.produceWithPatches(payload, (copy) => void edit(copy as never, {} as never));
        expect(applyChanges(changed, undo)).toEqual(bidRequest);
        applied++;
      } catch (cause) {
        // Changes that are not JSON are rejected; the payload is frozen, so that none of them reached it.
        if (cause instanceof Error && cause.name === 'AssertionError') throw cause;
      }
      expect(payload).toEqual(bidRequest);
    }),
    runs(200),
  );
  expect(applied).toBeGreaterThan(0);
});

test('a host whose modules have no planned hooks responds byte for byte like one without modules', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (bidRequest) => {
      const without = moduleServices({}, { bidders: BIDDERS });
      const [plain, idle] = [Object.assign(without, { hooks: undefined }), moduleServices({}, { bidders: BIDDERS })];
      const hookRegistry = new HookRegistry(idle.config, [], silentLog, idle.metrics);
      const [a, b] = [
        await runFullAuction(plain, bidRequest),
        await runFullAuction(Object.assign(idle, { hooks: hookRegistry }), bidRequest),
      ];
      expect(b.auction.clientResponse).toEqual(a.auction.clientResponse);
      expect(b.auction.hooks).toBeUndefined();
    }),
    runs(30),
  );
});
