/** All modules of this host in one auction, with a vendor that returns anything over a real socket, or nothing. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { enablePatches, Immer, type Patch } from 'immer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { applyChanges, isJson } from '#src/modules/drafts.ts';
import type { Hook, Module, ModuleDefinition, ModuleEnv, VendorCall } from '#src/modules/hook.ts';
import { HookRegistry, type LoadedModule } from '#src/modules/hook-registry.ts';
import { findModules } from '#src/modules/registry.ts';
import { PoolTransport } from '#src/net/http.ts';
import { callService, type ServiceResult } from '#src/net/service-call.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { systemClock } from '#src/platform/clock.ts';
import { silentLog } from '#src/platform/log.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { hookContext, moduleEnv } from '#test/helpers/module-env.ts';
import { moduleServices, runFullAuction } from '#test/helpers/modules.ts';
import { type Scripted, ScriptedTransport } from '#test/helpers/transport.ts';
import { jsonObject } from './arbitraries/json.ts';
import { runs } from './runs.ts';

enablePatches();

const TIMEOUT_MS = 7;
/** ms of the same auction without modules. */
const PLAIN_MS = 12;
/** Virtual ms for pending promises. */
const SLACK_MS = 60;
/** ms a response over the socket is awaited. */
const SOCKET_MS = 30;
const STAGES = 9;

/** Personal data of the request, and of vendors' responses: all of it contains this word. */
const SECRET = 'SECRET';
const engine = join(import.meta.dirname, '../test/modules/engine-of-anything.ts');

const eid = (source: string) => ({ source, uids: [{ id: `${SECRET}-eid` }], inserter: 'optable.co' });
const personal: Partial<BidRequest> = {
  user: {
    id: `${SECRET}-id`,
    buyeruid: `${SECRET}-b`,
    data: [{ id: `${SECRET}-data` }],
    eids: [eid('utiq.com')],
    ext: { optable: { email: SECRET } },
  },
  device: { ifa: `${SECRET}-ifa`, os: 'android', ip: '203.0.113.77', geo: { lat: 12.345678, lon: 12.345678, country: 'DEU' } },
};

/** What a vendor returns. */
type Returned = { readonly kind: 'response'; readonly status: number; readonly body: string } | { readonly kind: 'hangs' | 'breaks' };

const list = fc.array(jsonObject, { maxLength: 2 });
const known = fc.record({
  eids: list.map((found) => [...found, eid('liveintent.com')]),
  audience: list,
  ortb2: fc.record({ user: fc.record({ eids: list.map((found) => [...found, eid('s')]), data: list }) }),
  aee_signals: fc.record({ include: fc.array(fc.string(), { maxLength: 2 }), macro: fc.string() }),
});
const body = fc.oneof(
  fc.string(),
  fc.oneof(fc.jsonValue({ maxDepth: 3 }), known).map((value) => JSON.stringify(value)),
);
const returned: fc.Arbitrary<Returned> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('response' as const), status: fc.constantFrom(200, 204, 404, 500), body }) },
  { weight: 1, arbitrary: fc.constantFrom<Returned>({ kind: 'hangs' }, { kind: 'breaks' }) },
);

let server: Server;
let socket: PoolTransport;
let origin: string;
let current: Returned = { kind: 'breaks' };
let received: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(`${request.url} ${Buffer.concat(chunks).toString()}`);
      if (current.kind === 'breaks') response.destroy();
      else if (current.kind === 'response') response.writeHead(current.status).end(current.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  socket = new PoolTransport(hostSchema.parse({}).http_client, false);
});

afterAll(async () => {
  await socket.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Virtual time stands still while a response is on its way. */
class HeldClock extends WoundClock {
  waiting = 0;

  override wind(ms: number): void {
    if (this.waiting === 0) super.wind(ms);
  }
}

function callOver(clock: HeldClock): ModuleEnv['call'] {
  return async (call: VendorCall, timeoutMs, signal): Promise<ServiceResult> => {
    clock.waiting++;
    try {
      return await callService(call, Math.min(timeoutMs, SOCKET_MS), { transport: socket, clock: systemClock }, signal && { signal });
    } finally {
      clock.waiting--;
    }
  };
}

const settingsOf = ({ code }: ModuleDefinition): Ext => ({
  enabled: true,
  engine,
  endpoint: origin,
  add_to_targeting: true,
  add_scope3_targeting_section: true,
  'api-endpoint': `${origin}/?`,
  tenant: 't',
  origin: 'o',
  'request-timeout-ms': SOCKET_MS,
  'identity-resolution-endpoint': origin,
  'auth-token': 't',
  'treatment-rate': 1,
  'target-bidders': ['alpha'],
  'filter-mraid': true,
  'mraid-script-pattern': 'script',
  ...(code === 'optable.targeting' ? { cache: { enabled: false } } : {}),
});

/** Starts all modules of the source tree. */
async function startAll(env: Partial<ModuleEnv>, scan: string): Promise<LoadedModule[]> {
  const scripts = { get: async () => 'hash', evalsha: async () => scan, isReady: true, close() {} };
  const made = moduleEnv({ ...env, connectScripts: async () => scripts });
  const started = (await findModules()).map(async (definition): Promise<LoadedModule> => {
    const module = (await definition.start(settingsOf(definition), made)) as Module;
    return { codes: [definition.code, ...(definition.aliases ?? [])], module };
  });
  return Promise.all(started);
}

/** A plan with a group for each hook of each module. */
function planOfAll(modules: readonly LoadedModule[]): object {
  const stages: { [stage: string]: { groups: object[] } } = {};
  for (const { codes, module } of modules) {
    for (const stage of Object.keys(module.hooks)) {
      stages[stage] ??= { groups: [] };
      stages[stage].groups.push({ timeout: TIMEOUT_MS, hook_sequence: [{ module_code: codes[0], hook_impl_code: 'h' }] });
    }
  }
  return { endpoints: { '/openrtb2/auction': { stages } } };
}

const aBid: Scripted = {
  afterMs: 10,
  response: { body: JSON.stringify({ cur: 'USD', seatbid: [{ bid: [{ id: 'b', impid: 'imp-1', price: 1, crid: 'c', adm: '<p/>' }] }] }) },
};

const denied = { transmitUfpd: { default: false }, transmitEids: { default: false }, transmitPreciseGeo: { default: false } };

/** An auction of a host with all modules, which may pass personal data to no recipient. */
async function auctionWith(account: Ext, agent: string, scan: string, variant: 'go' | 'java') {
  const clock = new HeldClock();
  const loaded = await startAll({ variant, call: callOver(clock) }, scan);
  const settings = {
    variant,
    hooks: { host_execution_plan: planOfAll(loaded) },
    account_defaults: { privacy: { allowactivities: denied }, hooks: { modules: { 'greenbids-real-time-data': account } } },
  };
  const transport = new ScriptedTransport(clock, () => aBid);
  const services = moduleServices({}, { settings: settings as never, over: { clock, transport } });
  const hooks = new HookRegistry(services.config, loaded, silentLog, services.metrics);
  const request = { ...validRequest(['alpha']), tmax: 500, ...personal, device: { ...personal.device, ua: agent } };
  return runFullAuction(Object.assign(services, { hooks }), request, { longestMs: 1_000_000 });
}

test('no module fails an auction, exceeds its deadline, or passes on what privacy removed, whatever its vendor returns', async () => {
  let called = 0;
  await fc.assert(
    fc.asyncProperty(
      returned,
      fc.oneof(jsonObject, fc.constant({ pbuid: '{"thresholds":[0.5],"tpr":[1],"probabilities":{"imp-1":{"alpha":0.9}}}' })),
      fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
      body,
      fc.constantFrom('go' as const, 'java' as const),
      async (given, account, agent, scan, variant) => {
        [current, received] = [given, []];
        const { auction, ms } = await auctionWith(account, agent, scan, variant);
        expect(auction.clientResponse?.status).toBe(200);
        expect(JSON.parse(auction.clientResponse?.body ?? '')).toMatchObject({ id: validRequest().id });
        expect(ms).toBeLessThanOrEqual(PLAIN_MS + STAGES * 4 * TIMEOUT_MS + SLACK_MS);
        const sent = [...received, ...auction.tasks.map(({ calls, request }) => JSON.stringify([calls, request]))];
        called += received.length;
        for (const text of sent) for (const secret of [SECRET, '12.345', '203.0.113.77']) expect(text).not.toContain(secret);
      },
    ),
    runs(40),
  );
  expect(called).toBeGreaterThan(0);
});

/** Changes of a hook and their inverse. */
async function changesOf(hook: Hook, payload: object): Promise<{ readonly patches: Patch[]; readonly undo: Patch[] }> {
  const immer = new Immer({ autoFreeze: false });
  const draft = immer.createDraft(payload);
  const result = await hook(draft as never, hookContext({ requestFor: () => structuredClone(payload) as BidRequest }));
  result?.update?.(draft as never);
  const made: { patches: Patch[]; undo: Patch[] } = { patches: [], undo: [] };
  immer.finishDraft(draft, (patches, undo) => Object.assign(made, { patches, undo }));
  return made;
}

test('undoing the changes of any module restores the request', async () => {
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(returned, async (given) => {
      [current, received] = [given, []];
      const loaded = await startAll({ call: callOver(new HeldClock()) }, '');
      const payload = { ...validRequest(['alpha']), ...personal };
      for (const { module } of loaded) {
        const hook = module.hooks.processed_auction_request as Hook | undefined;
        if (!hook) continue;
        const { patches, undo } = await changesOf(hook, payload).catch(() => ({ patches: [], undo: [] }));
        // Changes that are not JSON are rejected as a whole.
        if (!patches.every(({ value }) => isJson(value))) continue;
        changed += patches.length;
        expect(applyChanges(applyChanges(payload, patches), undo)).toEqual(payload);
      }
    }),
    runs(15),
  );
  expect(changed).toBeGreaterThan(0);
});
