/** Modules of vendors in complete auctions, with the context they get there. */
import { describe, expect, test } from 'vitest';
import { HOOK_STAGES, type HookStage } from '#src/config/hook-stages.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { Hook, ModuleDefinition, ModuleEnv } from '#src/modules/hook.ts';
import { HookRegistry, type LoadedModule } from '#src/modules/hook-registry.ts';
import liveintent from '#src/modules/liveintent-identity/module.ts';
import optable from '#src/modules/optable-targeting/module.ts';
import scope3 from '#src/modules/scope3-rtd/module.ts';
import { VendorFailure } from '#src/modules/vendor-response.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { type Log, silentLog } from '#src/platform/log.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { moduleEnv } from '#test/helpers/module-env.ts';
import { moduleServices, runFullAuction } from '#test/helpers/modules.ts';

const OPTABLE = { 'api-endpoint': 'https://optable.test/?t={TENANT}', tenant: 't', origin: 'o' };
const LIVEINTENT = {
  'request-timeout-ms': 40,
  'identity-resolution-endpoint': 'https://liveintent.test/idx',
  'auth-token': 'tok',
  'treatment-rate': 1,
};

interface Given {
  /** Of every response. */
  readonly body?: string;
  readonly user?: BidRequest['user'];
  readonly log?: Log;
  /** The service never responds, whatever time limit the call has. */
  readonly hangs?: boolean;
  /** Share of auctions in which the modules run, %. */
  readonly tested?: number;
  readonly settings?: HostConfigInput;
}
type Started = readonly [ModuleDefinition, settings: object];

/** A complete auction with the modules at all their stages, in one group each. */
async function auctionWith(
  modules: readonly Started[],
  { body = '{}', user = {}, log = silentLog, settings = {}, hangs = false, tested }: Given = {},
) {
  const called: string[] = [];
  const call: ModuleEnv['call'] = async ({ uri }) => {
    called.push(uri);
    if (hangs) return new Promise(() => undefined);
    return { kind: 'response', response: { status: 200, headers: {}, body } };
  };
  const services = moduleServices({}, { settings, over: { log } });
  const start = async ([definition, settings]: Started): Promise<LoadedModule> => ({
    codes: [definition.code],
    module: await definition.start({ enabled: true, ...settings }, moduleEnv({ call, clock: services.clock })),
  });
  const loaded = await Promise.all(modules.map(start));
  const groupsAt = (stage: HookStage) => {
    const codes = loaded.flatMap(({ codes: [code], module }) => (code && module.hooks[stage] ? [code] : []));
    return [{ timeout: 50, hook_sequence: codes.map((code) => ({ module_code: code, hook_impl_code: 'any' })) }];
  };
  const stages = Object.fromEntries(HOOK_STAGES.map((stage) => [stage, { groups: groupsAt(stage) }]));
  const abtests = loaded.flatMap(({ codes: [code = ''] }) =>
    tested === undefined ? [] : [{ enabled: true, module_code: code, accounts: [], percent_active: tested, log_analytics_tag: true }],
  );
  const plan = { abtests, endpoints: { '/openrtb2/auction': { stages } } };
  const config = { ...services.config, hooks: { ...services.config.hooks, host_execution_plan: plan } };
  const hooks = new HookRegistry(config, loaded, silentLog, services.metrics);
  const { auction } = await runFullAuction(Object.assign(services, { config, hooks }), {
    ...validRequest(),
    device: { ua: 'agent', ip: '203.0.113.9' },
    user,
  });
  const results = (auction.hooks?.outcomes ?? []).flatMap((outcome) => outcome.groups.flatMap((group) => group.results));
  return { auction, called, results: results.map(({ status, message }) => `${status} ${message}`.trim()) };
}

describe('the module of a vendor', () => {
  test.each([
    ['LiveIntent', liveintent, LIVEINTENT, ['https://liveintent.test/idx'], 1],
    ['Optable', optable, OPTABLE, [expect.stringContaining('https://optable.test/?t=t')], 2],
    ['Scope3', scope3, { endpoint: 'https://scope3.test/', auth_key: 'key' }, ['https://scope3.test/'], 3],
  ] as const)('%s calls its service', async (_vendor, definition, settings, addresses, hooks) => {
    const { called, results } = await auctionWith([[definition, settings]]);
    expect([called, results]).toEqual([addresses, Array(hooks).fill('success')]);
  });

  test('of Scope3 has no effect and no error while its service does not respond', async () => {
    const { auction, results } = await auctionWith([[scope3, { auth_key: 'key', add_to_targeting: true }]], { hangs: true });
    expect(results).toEqual(['success', 'success', 'success']);
    expect(auction.response?.ext).not.toHaveProperty('srv.targeting');
  });

  test('costs its own changes if its service fails; a share of the failures is logged as such', async () => {
    const lines: unknown[] = [];
    const log = {
      ...silentLog,
      warn: (fields: object, text: string) => lines.push([text, fields]),
      error: (fields: object) => lines.push(fields),
    };
    for (const rate of [0, 1]) {
      const { results } = await auctionWith([[liveintent, LIVEINTENT]], {
        body: '<html>',
        log,
        settings: { logging: { sampling_rate: rate } },
      });
      expect(results).toEqual([expect.stringMatching(/^execution_failure/)]);
    }
    expect(lines).toEqual([
      ["a module's vendor failed", expect.objectContaining({ module: 'liveintent.identity', failure: expect.any(VendorFailure) })],
    ]);
  });

  test.each([
    [
      'before',
      [
        [optable, OPTABLE],
        [liveintent, LIVEINTENT],
      ],
    ],
    [
      'after',
      [
        [liveintent, LIVEINTENT],
        [optable, OPTABLE],
      ],
    ],
  ] as const)('keeps the changes of one %s it in its group', async (_order, modules) => {
    const eids = [{ source: 'new.test', uids: [{ id: '1' }] }];
    const user = { ext: { optable: { email: 'own' }, kept: true } };
    const { auction } = await auctionWith(modules, { body: JSON.stringify({ eids, ortb2: { user: { eids } } }), user });
    const { user: changed } = auction.request;
    expect(changed?.eids?.map(({ inserter }) => inserter ?? 'none').sort()).toEqual(['none', 's2s.liveintent.com']);
    expect(changed?.ext).toEqual({ kept: true });
  });

  test.each([
    ['is late', { hangs: true }],
    ['does not run because of a test', { tested: 0 }],
    ['gets no usable response', { body: '<html>' }],
  ])("of Optable takes the user's own ids away even if it %s", async (_case, given) => {
    const user = { ext: { optable: { email: 'own', vid: 'v' }, kept: true } };
    const { auction } = await auctionWith([[optable, OPTABLE]], { ...given, user });
    expect(auction.request.user?.ext).toEqual({ kept: true });
    expect(auction.tasks.length).toBeGreaterThan(0);
  });

  test('sees a request without the data of the activities that it denies', async () => {
    const seen: Partial<BidRequest>[] = [];
    const hook: Hook = (_payload, { requestFor }) => {
      for (const denied of [[], ['transmitTid'], ['transmitUfpd'], ['transmitEids'], ['transmitPreciseGeo']] as const) {
        const { user, device, source } = requestFor('acme.fake', denied);
        seen.push({ user, device, source });
      }
      return undefined;
    };
    const user = { id: 'u', yob: 1990, eids: [{ source: 's', uids: [{ id: '1' }] }], data: [{ id: 'd' }] };
    const device = { ua: 'agent', ip: '203.0.113.9', ifa: 'ifa', geo: { lat: 1.23456, country: 'USA' } };
    const request = { ...validRequest(), user, device, source: { tid: 't', fd: 1 } };
    await runFullAuction(moduleServices({ processed_auction_request: [{ hooks: { a: hook } }] }), request);
    const [all, ...others] = seen;
    expect(all).toMatchObject({ user, device, source: { tid: 't', fd: 1 } });
    const { eids, ...withoutEids } = user;
    expect(others).toEqual([
      { ...all, source: { fd: 1 } },
      { user: { eids }, device: { ua: 'agent', ip: '203.0.113.9', geo: device.geo }, source: { fd: 1 } },
      { ...all, user: withoutEids },
      { ...all, device: { ...all?.device, ip: '203.0.113.0', geo: { lat: 1.23, country: 'USA' } } },
    ]);
  });

  test('may take functions out of its context', async () => {
    const seen: unknown[] = [];
    const hook: Hook = (_payload, { requestFor, isSynced }) => {
      seen.push(requestFor('acme.fake').id, isSynced('alpha'));
      return undefined;
    };
    await runFullAuction(moduleServices({ processed_auction_request: [{ hooks: { a: hook } }] }));
    expect(seen).toEqual([validRequest().id, false]);
  });
});
