/** Modules made of a few functions, planned for every account of the host, and complete auctions that run them in virtual time. */
import { runAuction } from '#machines/run.ts';
import type { Auction, EndpointName, Incoming } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { HookStage } from '#src/config/hook-stages.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { stages } from '#src/host/app.ts';
import type { Hook, Module } from '#src/modules/hook.ts';
import { HookRegistry, type LoadedModule } from '#src/modules/hook-registry.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { silentLog } from '#src/platform/log.ts';
import { aBidder, incoming, validRequest } from './auction.ts';
import { WoundClock } from './clock.ts';
import { registryOf, type TestServices, testServices } from './services.ts';
import { type Scripted, ScriptedTransport } from './transport.ts';

/** One group: hooks by code, and the timeout of each in ms (default 50). */
export interface FakeGroup {
  readonly timeout?: number;
  readonly hooks: Readonly<Record<string, Hook>>;
}
export type FakeStages = { readonly [S in HookStage]?: readonly FakeGroup[] };

export const MODULE = 'acme.fake';

/** The plan of these groups, for all three endpoints. */
export function planOf(groups: FakeStages): NonNullable<HostConfigInput['hooks']>['host_execution_plan'] {
  const named = Object.entries(groups).map(([stage, list]) => [
    stage,
    {
      groups: list.map(({ timeout = 50, hooks }) => ({
        timeout,
        hook_sequence: Object.keys(hooks).map((code) => ({ module_code: MODULE, hook_impl_code: code })),
      })),
    },
  ]);
  const own = { stages: Object.fromEntries(named) };
  return { endpoints: { '/openrtb2/auction': own, '/openrtb2/amp': own, '/openrtb2/video': own } };
}

/** A module with these hooks, selected by their code. */
export function moduleOf(groups: FakeStages, code = MODULE): LoadedModule {
  const hooks = Object.entries(groups).map(([stage, list]): [string, Hook] => {
    const byCode = new Map(list.flatMap((group) => Object.entries(group.hooks)));
    return [stage, (payload, context) => byCode.get(context.hook)?.(payload, context)];
  });
  return { codes: [code], module: { hooks: Object.fromEntries(hooks) } as Module };
}

export interface ModuleHost {
  readonly settings?: HostConfigInput;
  readonly over?: Partial<Services>;
  readonly script?: (bidder: string) => Scripted | undefined;
  readonly bidders?: readonly string[];
}

const aBidOf = (bidder: string): Scripted => ({
  afterMs: 10,
  response: {
    body: JSON.stringify({ cur: 'USD', seatbid: [{ bid: [{ id: `${bidder}-bid`, impid: 'imp-1', price: 1, crid: 'c', adm: '<p/>' }] }] }),
  },
});

/** A host that runs these hooks for all accounts; each of its bidders bids a dollar. */
export function moduleServices(
  groups: FakeStages,
  { settings = {}, over = {}, script = aBidOf, bidders = ['alpha'] }: ModuleHost = {},
): TestServices {
  const clock = new WoundClock();
  const hooks = { enabled: true, host_execution_plan: planOf(groups), ...settings.hooks };
  const services = testServices({
    clock,
    settings: { gdpr: { enabled: false, default_value: '0' }, ...settings, hooks } as HostConfigInput,
    bidders: registryOf(...bidders.map((code) => aBidder(code))),
    transport: new ScriptedTransport(clock, ({ bidder }) => script(bidder)),
    ...over,
  });
  return Object.assign(services, { hooks: new HookRegistry(services.config, [moduleOf(groups)], silentLog, services.metrics) });
}

export interface Ended {
  readonly auction: Auction;
  /** ms from start to response. */
  readonly ms: number;
  /** The parsed body of the response. */
  readonly body: { readonly [field: string]: unknown };
}

/** JSON of a response; an error text has none. */
function parsed(json: string): Ended['body'] {
  try {
    return JSON.parse(json) as Ended['body'];
  } catch {
    return {};
  }
}

/** Runs a complete auction, ms by ms, until it has responded. */
export async function runFullAuction(
  services: TestServices,
  request: BidRequest | string = validRequest(),
  { endpoint = 'auction', http = {}, longestMs = 5000 }: { endpoint?: EndpointName; http?: Partial<Incoming>; longestMs?: number } = {},
): Promise<Ended> {
  const { clock } = services;
  const startedAt = clock.now();
  let endedAt: number | undefined;
  const body = Buffer.from(typeof request === 'string' ? request : JSON.stringify(request));
  const auction = newAuction(endpoint, incoming({ body, ...http }), services, () => {
    endedAt = clock.now();
  });
  runAuction(auction, services, stages);
  for (let ms = 0; endedAt === undefined && ms < longestMs; ms++) {
    await new Promise(setImmediate);
    if (endedAt === undefined) clock.wind(1);
  }
  if (endedAt === undefined) throw new Error('the auction did not end');
  return { auction, ms: endedAt - startedAt, body: parsed(auction.clientResponse?.body ?? '') };
}

/** A promise that resolves after `ms` of virtual time. */
export const later = <T>({ clock }: Services, ms: number, value: () => T): Promise<T> =>
  new Promise((resolve, reject) => {
    clock.after(ms, () => {
      try {
        resolve(value());
      } catch (cause) {
        reject(cause);
      }
    });
  });
