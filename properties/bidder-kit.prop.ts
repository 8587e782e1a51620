/** The engine behind every adapter: any spec, any request, any response. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { BuildInput, Call, MadeBids, MadeRequests, RequestInfo, SharedRequest } from '#src/bidders/bidder.ts';
import { aborting, badInput, type badServer } from '#src/bidders/errors.ts';
import type { Cost, Costs } from '#src/bidders/kit/cost.ts';
import { defineBidder } from '#src/bidders/kit/define.ts';
import { chunks, groupBy, one, perImp } from '#src/bidders/kit/fan-out.ts';
import type { ResponseSpec } from '#src/bidders/kit/response-spec.ts';
import type { ImpStep, TrafficSpec } from '#src/bidders/kit/spec.ts';
import { deepFreeze } from '#test/helpers/freeze.ts';
import { runs } from './runs.ts';

const builder: BuildInput = {
  name: 'acme',
  endpoint: 'https://acme.example/{{.Zone}}',
  extraInfo: '',
  platformId: '',
  appSecret: '',
  xapi: { username: '', password: '', tracker: '' },
  server: { externalUrl: '', gvlId: 0, dataCenter: '' },
  env: { now: () => 0, random: () => 7n, uuid: () => 'uuid', version: '' },
  dialect: 'go',
};
const info: RequestInfo = {
  convert: (from) => (from === 'EUR' ? { value: (amount) => amount * 2 } : { error: `no rate for ${from}` }),
};

const params = z.object({ zone: z.int() });
interface Params {
  readonly zone?: number | undefined;
}

/** Outcome of a hook for an imp or bid; errors carry its id. */
type Outcome = 'pass' | 'patch' | 'error' | 'abort' | 'skip';
const outcomes = fc.array(fc.constantFrom<Outcome>('pass', 'pass', 'pass', 'patch', 'error', 'abort', 'skip'), {
  minLength: 5,
  maxLength: 5,
});
const mark = (id: string): string => `<${id}>`;

function act<R>(outcome: Outcome | undefined, id: string, patch: R): R | ReturnType<typeof badServer> | 'skip' | undefined {
  if (outcome === 'patch') return patch;
  if (outcome === 'skip') return 'skip';
  if (outcome === 'error') return badInput(mark(id));
  return outcome === 'abort' ? aborting(badInput(mark(id))) : undefined;
}

const cost = fc.constantFrom<Cost>('drop', 'drop-silently', 'keep', 'keep-silently', 'abort', 'abort-so-far', 'abort-all');
const costs = <Step extends string>(...steps: readonly Step[]): fc.Arbitrary<Costs<Step>> =>
  fc.oneof(
    cost,
    fc.record(Object.fromEntries(steps.map((step) => [step, cost])) as Record<Step, fc.Arbitrary<Cost>>, { requiredKeys: [] }),
  );

type Traffic = TrafficSpec<Params, undefined>;
interface Drawn {
  readonly spec: Partial<Traffic>;
  /** The spec allows the imp to appear in neither a call nor an error. */
  readonly mayVanish: (index: number) => boolean;
}

const costOf = (given: Costs<ImpStep> | undefined, step: ImpStep): Cost =>
  typeof given === 'object' ? (given[step] ?? (step === 'ext' ? given.params : undefined) ?? 'drop') : (given ?? 'drop');
const STEPS: readonly ImpStep[] = ['check', 'ext', 'params', 'floor', 'imp'];

const optional = <V>(value: fc.Arbitrary<V>): fc.Arbitrary<V | undefined> => fc.option(value, { nil: undefined });
const drawn: fc.Arbitrary<Drawn> = fc
  .record({
    onBadImp: optional(costs<ImpStep>('check', 'ext', 'params', 'floor', 'imp')),
    paramsOf: fc.constantFrom<NonNullable<Traffic['paramsOf']>>('own', 'first', 'first-readable', 'last', 'inherited'),
    readParams: fc.constantFrom<'required' | 'if-readable' | 'never'>('required', 'required', 'if-readable', 'never'),
    reportImpErrors: fc.constantFrom<NonNullable<Traffic['reportImpErrors']>>('always', 'always', 'without-calls', 'never'),
    floor: fc.constantFrom<Traffic['floor']>(undefined, { to: 'USD' }, { to: 'USD', at: 'before-params' }),
    noImps: fc.boolean(),
    noImpsOnly: fc.boolean(),
    abortError: fc.boolean(),
    callWithoutImps: fc.boolean(),
    fanout: fc.constantFrom<NonNullable<Traffic['fanout']>>(
      one,
      perImp,
      (imps) => groupBy(imps, ({ params: { zone } }) => zone),
      (imps) => chunks(imps, 2),
    ),
    check: outcomes,
    imp: outcomes,
    finish: optional(outcomes),
    group: outcomes,
  })
  .map(({ onBadImp, noImps, noImpsOnly, abortError, check, imp, finish, group, floor, ...rest }) => {
    const skips = (index: number): boolean => [check, imp, finish].some((list) => list?.[index] === 'skip');
    const isEmptyResult =
      STEPS.some((step) => costOf(onBadImp, step) === 'drop-silently') || rest.reportImpErrors !== 'always' || noImpsOnly;
    const spec: Partial<Traffic> = {
      ...rest,
      ...(onBadImp && { onBadImp }),
      ...(floor && { floor: { ...floor, error: (_, __, { id }) => badInput(mark(id)) } }),
      ...(noImps && { noImps: () => badInput('none left') }),
      ...(abortError && { abortError: () => badInput('closed') }),
      noImpsOnly,
      badParams: (_, { id }) => badInput(mark(id)),
      checkImp: ({ id }, _, index) => {
        const done = act(check[index], id, undefined);
        return done;
      },
      imp: (item) => act(imp[item.index], item.imp.id, { tagid: 't' }),
      ...(finish && { finishImp: (item) => act(finish[item.index], item.imp.id, { secure: 1 as const }) }),
      macros: ({ params: { zone } }) => ({ Zone: zone }),
      request: (items) => {
        const done = act(group[items[0]?.index ?? 0], items.map((item) => item.imp.id).join('><'), { cur: ['USD'] });
        return done === 'skip' ? undefined : done;
      },
    };
    return { spec, mayVanish: (index) => skips(index) || isEmptyResult };
  });

const exts = fc.oneof(
  { weight: 5, arbitrary: fc.nat(2).map((zone) => ({ bidder: { zone } })) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>({ bidder: { zone: 'x' } }, { bidder: [] }, {}, 'text', null, { srv: 1, bidder: {} }) },
);
const requests: fc.Arbitrary<SharedRequest> = fc
  .array(fc.record({ ext: exts, bidfloor: fc.constantFrom(0, 1), bidfloorcur: fc.constantFrom('', 'USD', 'EUR', 'GBP') }), { maxLength: 5 })
  .map((imps) => deepFreeze({ id: 'r', imp: imps.map((imp, i) => ({ id: `imp-${i}`, ...imp })) }) as unknown as SharedRequest);

/** Ended with errors and without calls: not every imp needs an error. */
const hasEnded = ({ calls, errors }: MadeRequests): boolean => calls.length === 0 && errors.length > 0;

describe('the engine of the bidder kit', () => {
  test('returns calls or errors for any request and accounts for every imp', () => {
    fc.assert(
      fc.property(drawn, requests, ({ spec, mayVanish }, request) => {
        const adapter = defineBidder({ code: 'acme', maintainer: '', capabilities: {}, params, ...spec }).build(deepFreeze({ ...builder }));
        const made = adapter.makeRequests(request, info);
        const called = new Set(made.calls.flatMap(({ impIds }) => impIds));
        const messages = made.errors.map(({ message }) => message).join(' ');
        const lost = request.imp.filter(({ id }, i) => !called.has(id) && !messages.includes(mark(id)) && !mayVanish(i));
        if (!hasEnded(made)) expect(lost).toEqual([]);
        expect(adapter.makeRequests(request, info)).toEqual(made);
      }),
      runs(1000),
    );
  });

  test('puts no imp into two calls and no dropped imp into a call', () => {
    fc.assert(
      fc.property(drawn, requests, ({ spec }, request) => {
        const adapter = defineBidder({ code: 'acme', maintainer: '', capabilities: {}, params, ...spec }).build(builder);
        const ids = adapter.makeRequests(request, info).calls.flatMap(({ impIds }) => impIds);
        expect(new Set(ids).size).toBe(ids.length);
        const known = request.imp.map(({ id }) => id);
        expect(ids.filter((id) => !known.includes(id))).toEqual([]);
      }),
    );
  });

  const responses = fc
    .record({
      onBadBid: optional(costs<'check' | 'type' | 'bid'>('check', 'type', 'bid')),
      readBids: fc.constantFrom<NonNullable<ResponseSpec<undefined>['readBids']>>('all', 'first-seatbid', 'first-bid'),
      whenNoBids: fc.constantFrom<NonNullable<ResponseSpec<undefined>['whenNoBids']>>('result', 'errors', 'nothing'),
      check: outcomes,
      type: outcomes,
      bid: outcomes,
    })
    .map(({ check, type, bid, onBadBid, ...rest }) => {
      const at = (id: string): number => Number(id);
      const spec: ResponseSpec<undefined> = {
        ...rest,
        ...(onBadBid && { onBadBid }),
        checkBid: ({ id }) => act(check[at(id)], id, undefined),
        mediaType: ({ id }) => {
          const done = act(type[at(id)], id, 'video' as const);
          return done === 'skip' ? undefined : (done ?? 'banner');
        },
        bid: ({ id }) => act(bid[at(id)], id, { adm: 'x' }),
      };
      const isEmptyResult = typeof onBadBid === 'object' ? Object.values(onBadBid).includes('drop-silently') : onBadBid === 'drop-silently';
      const skips = (id: string): boolean => [check, type, bid].some((list) => list[at(id)] === 'skip');
      return { spec, mayVanish: (id: string) => isEmptyResult || skips(id) || rest.whenNoBids === 'nothing' };
    });
  const seats = fc.array(fc.nat(3), { maxLength: 3 });

  test('returns bids or errors for any response and accounts for every bid it reads', () => {
    fc.assert(
      fc.property(responses, seats, ({ spec, mayVanish }, counts) => {
        let id = 0;
        const seatbid = counts.map((count) => ({ bid: Array.from({ length: count }, () => ({ id: String(id++), impid: '1', price: 1 })) }));
        const adapter = defineBidder({ code: 'acme', maintainer: '', capabilities: {}, params, response: spec }).build(builder);
        const call: Call = deepFreeze({ method: 'POST', uri: '', headers: {}, impIds: ['1'] });
        const response = deepFreeze({ status: 200, headers: {}, body: JSON.stringify({ id: 'r', seatbid }) });
        const made: MadeBids = adapter.makeBids(deepFreeze({ id: 'r', imp: [{ id: '1' }] }), call, response);
        const first = seatbid[0]?.bid ?? [];
        const read =
          spec.readBids === 'all' ? seatbid.flatMap(({ bid }) => bid) : spec.readBids === 'first-bid' ? first.slice(0, 1) : first;
        const left = new Set(made.result?.bids.map(({ bid }) => bid.id));
        const messages = made.errors.map(({ message }) => message).join(' ');
        const isLost = (one: string): boolean => !left.has(one) && !messages.includes(mark(one)) && !mayVanish(one);
        if (made.result || made.errors.length === 0) expect(read.filter((one) => isLost(one.id))).toEqual([]);
        expect([...left].filter((one) => !read.some((bid) => bid.id === one))).toEqual([]);
      }),
      runs(500),
    );
  });
});
