import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { MadeRequests } from '#src/bidders/bidder.ts';
import { aborting, badInput, generic } from '#src/bidders/errors.ts';
import type { Cost } from '#src/bidders/kit/cost.ts';
import { defineBidder } from '#src/bidders/kit/define.ts';
import { perImp } from '#src/bidders/kit/fan-out.ts';
import type { Lenient } from '#src/bidders/kit/reader.ts';
import type { TrafficSpec } from '#src/bidders/kit/spec.ts';
import { basics, builder, info, requestOf } from './builder.ts';

const params = z.object({ zone: z.int(), place: z.string() });
type Params = Lenient<z.input<typeof params>>;
type Hooks = Partial<TrafficSpec<Params, undefined>>;

const make = (hooks: Hooks, ...imps: readonly { id: string; bidder?: unknown; [field: string]: unknown }[]): MadeRequests =>
  defineBidder<typeof params, Params>({ ...basics, params, ...hooks })
    .build(builder)
    .makeRequests(requestOf(...imps), info);

/** The calls and errors to compare. */
const shown = ({ calls, errors }: MadeRequests) => ({
  sent: calls.map(({ impIds }) => impIds.join(' ')),
  errors: errors.map(({ message }) => message),
});
const good = (id: string) => ({ id, bidder: { zone: 1 } });
const bad = (id: string) => ({ id, bidder: { zone: id } });
const UNREADABLE = 'cannot unmarshal zone: unexpected character: "';
const three = [good('1'), bad('2'), good('3'), bad('4')];
const badParams = (_: string, imp: { readonly id: string }) => badInput(`bad ${imp.id}`);

describe('an invalid imp', () => {
  const costs: readonly (readonly [Cost, object])[] = [
    ['drop', { sent: ['1 3'], errors: ['bad 2', 'bad 4'] }],
    ['drop-silently', { sent: ['1 3'], errors: [] }],
    ['keep', { sent: ['1 2 3 4'], errors: ['bad 2', 'bad 4'] }],
    ['keep-silently', { sent: ['1 2 3 4'], errors: [] }],
    ['abort', { sent: [], errors: ['bad 2'] }],
    ['abort-so-far', { sent: [], errors: ['noted 1', 'bad 2'] }],
    ['abort-all', { sent: [], errors: ['bad 2', 'bad 4'] }],
  ];
  it.each(costs)('drops the scope set by the bidder: %s', (cost, expected) => {
    const noted: Hooks['imp'] = ({ imp }, { errors }) => {
      if (cost === 'abort-so-far') errors.push(badInput(`noted ${imp.id}`));
      return undefined;
    };
    expect(shown(make({ onBadImp: cost, badParams, imp: noted }, ...three))).toEqual(expected);
  });

  it('drops the scope set by the failed step, with params as part of the extension', () => {
    const onBadImp = { params: 'abort', imp: 'keep' } as const;
    const imp: Hooks['imp'] = (item) => (item.imp.id === '1' ? generic('no size') : { tagid: 't' });
    const made = make({ onBadImp, imp }, good('1'), good('3'));
    expect(shown(made)).toEqual({ sent: ['1 3'], errors: ['no size'] });
    expect(made.calls[0]?.body).toMatchObject({ imp: [{ id: '1' }, { id: '3', tagid: 't' }] });
    expect(shown(make({ onBadImp, imp }, good('1'), bad('2')))).toEqual({ sent: [], errors: [UNREADABLE] });
    const broken = { ...requestOf(good('1')), imp: [{ id: '1', ext: 'text' }] } as unknown as ReturnType<typeof requestOf>;
    const adapter = defineBidder({ ...basics, params, onBadImp: { params: 'drop-silently' } }).build(builder);
    expect(adapter.makeRequests(broken, info)).toEqual({ calls: [], errors: [] });
  });

  it('is sent unchanged if it is preserved despite unreadable params', () => {
    const { calls } = make({ onBadImp: 'keep', imp: () => ({ tagid: 't' }) }, bad('1'), good('2'));
    expect(calls[0]?.body).toMatchObject({
      imp: [
        { id: '1', ext: { bidder: { zone: '1' } } },
        { id: '2', tagid: 't' },
      ],
    });
    expect(JSON.stringify(calls[0]?.body).match(/tagid/g)).toHaveLength(1);
  });

  it('ends the request regardless of its scope if its error says so', () => {
    const imp: Hooks['imp'] = (item) => (item.imp.id === '2' ? aborting(badInput('stop')) : generic('passing'));
    expect(shown(make({ imp }, good('1'), good('2'), good('3')))).toEqual({ sent: [], errors: ['stop'] });
    const request: Hooks['request'] = ([first]) => (first?.imp.id === '2' ? aborting(badInput('stop')) : undefined);
    expect(shown(make({ fanout: perImp, request }, good('1'), good('2')))).toEqual({ sent: [], errors: ['stop'] });
  });

  it('adds a closing error only if the request ends', () => {
    const hooks: Hooks = { badParams, abortError: () => generic('closed') };
    expect(shown(make({ ...hooks, onBadImp: 'abort-all' }, ...three)).errors).toEqual(['bad 2', 'bad 4', 'closed']);
    expect(shown(make(hooks, ...three)).errors).toEqual(['bad 2', 'bad 4']);
  });

  it('is reported always, only without calls, or never', () => {
    const reported = (reportImpErrors: NonNullable<Hooks['reportImpErrors']>, ...imps: readonly { id: string }[]) =>
      shown(make({ badParams, reportImpErrors, noImps: () => generic('none left') }, ...imps)).errors;
    expect(reported('always', good('1'), bad('2'))).toEqual(['bad 2']);
    expect(reported('without-calls', good('1'), bad('2'))).toEqual([]);
    expect(reported('without-calls', bad('2'))).toEqual(['bad 2', 'none left']);
    expect(reported('never', bad('2'))).toEqual(['none left']);
  });
});

describe('a request without remaining imps', () => {
  it('has the bidder’s error next to those of the imps, or alone', () => {
    const noImps = () => generic('none left');
    expect(shown(make({ badParams, noImps }, bad('1')))).toEqual({ sent: [], errors: ['bad 1', 'none left'] });
    expect(shown(make({ badParams, noImps, noImpsOnly: true }, bad('1')))).toEqual({ sent: [], errors: ['none left'] });
  });

  it('is sent anyway if the bidder allows that', () => {
    const { calls } = make({ callWithoutImps: true }, bad('1'));
    expect(calls).toMatchObject([{ body: { imp: [] }, impIds: [] }]);
  });
});

describe('the params of an imp', () => {
  const zones = (paramsOf: NonNullable<Hooks['paramsOf']>, ...imps: readonly { id: string; bidder?: unknown }[]) => {
    const tags: string[] = [];
    const made = make(
      {
        paramsOf,
        badParams,
        imp: ({ imp, params: { zone, place } }) => {
          tags.push(`${imp.id}:${zone}${place ?? ''}`);
          return undefined;
        },
      },
      ...imps,
    );
    return { tags, ...shown(made) };
  };
  const imps = [
    { id: '1', bidder: { zone: 1, place: 'a' } },
    { id: '2', bidder: { zone: 2 } },
  ];

  it('are its own, or its own merged over those of earlier imps', () => {
    expect(zones('own', ...imps).tags).toEqual(['1:1a', '2:2']);
    expect(zones('inherited', ...imps, bad('3'), { id: '4', bidder: {} })).toEqual({
      tags: ['1:1a', '2:2a', '4:2a'],
      sent: ['1 2 4'],
      errors: ['bad 3'],
    });
  });

  it('are read whatever the letter case of their key', () => {
    const request = { ...requestOf(good('1')), imp: [{ id: '1', ext: { Bidder: { Zone: 7 } } }] } as unknown as ReturnType<
      typeof requestOf
    >;
    const spec: Hooks = { imp: ({ params: { zone } }) => ({ tagid: String(zone) }) };
    const adapter = defineBidder<typeof params, Params>({ ...basics, params, ...spec }).build(builder);
    expect(adapter.makeRequests(request, info)).toMatchObject({ calls: [{ body: { imp: [{ id: '1', tagid: '7' }] } }], errors: [] });
  });

  it('are those of the first imp, without which no call is made', () => {
    expect(zones('first', imps[1] ?? good('2'), bad('3'))).toEqual({ tags: ['2:2', '3:2'], sent: ['2 3'], errors: [] });
    expect(zones('first', bad('3'), good('1'))).toEqual({ tags: [], sent: [], errors: ['bad 3'] });
    expect(zones('first')).toEqual({ tags: [], sent: [], errors: [] });
  });

  it('are those of the first readable imp, or of the last', () => {
    expect(zones('first-readable', bad('0'), ...imps, bad('3'))).toEqual({
      tags: ['1:1a', '2:1a', '3:1a'],
      sent: ['1 2 3'],
      errors: ['bad 0'],
    });
    expect(zones('last', ...imps)).toEqual({ tags: ['1:2', '2:2'], sent: ['1 2'], errors: [] });
    expect(zones('last', bad('1'), bad('2'))).toEqual({ tags: [], sent: [], errors: ['bad 1', 'bad 2'] });
  });
});

describe('the steps of an imp', () => {
  it('begin with a check before any decoding', () => {
    const checkImp: Hooks['checkImp'] = ({ id }, _, index) => (id === '2' ? generic(`small ${index}`) : id === '3' ? 'skip' : undefined);
    expect(shown(make({ checkImp }, good('1'), bad('2'), bad('3')))).toEqual({ sent: ['1'], errors: ['small 1'] });
    expect(shown(make({ checkImp, onBadImp: { check: 'keep' } }, good('1'), good('2'))).sent).toEqual(['1 2']);
  });

  it('convert floors before or after params are decoded', () => {
    const imps = [{ ...bad('1'), bidfloor: 1, bidfloorcur: 'GBP' }];
    const noRate = "Currency conversion rate not found: 'GBP' => 'USD'";
    expect(shown(make({ floor: { to: 'USD' } }, ...imps)).errors).toEqual([UNREADABLE]);
    expect(shown(make({ floor: { to: 'USD', at: 'before-params' } }, ...imps)).errors).toEqual([noRate]);
    const hooks: Hooks = { floor: { to: 'USD', error: (from, cause, { id }) => generic(`${id} ${from} ${cause}`) } };
    expect(shown(make({ ...hooks, onBadImp: { floor: 'keep' } }, { ...good('1'), bidfloor: 1, bidfloorcur: 'GBP' }))).toEqual({
      sent: ['1'],
      errors: [`1 GBP ${noRate}`],
    });
  });

  it('end with a second pass over all imps that passed the first', () => {
    const imp: Hooks['imp'] = (item) => (item.imp.id === '3' ? generic('first 3') : { tagid: 't' });
    const finishImp: Hooks['finishImp'] = (item) => (item.imp.id === '1' ? generic(`second 1 ${item.imp.tagid}`) : { secure: 1 });
    const made = make({ imp, finishImp }, good('1'), good('2'), good('3'));
    expect(shown(made)).toEqual({ sent: ['2'], errors: ['first 3', 'second 1 t'] });
    expect(made.calls[0]?.body).toMatchObject({ imp: [{ id: '2', tagid: 't', secure: 1 }] });
    expect(shown(make({ imp, finishImp: () => 'skip' }, good('1')))).toEqual({ sent: [], errors: [] });
    expect(shown(make({ imp, finishImp, onBadImp: 'abort' }, good('3'), good('1')))).toEqual({ sent: [], errors: ['first 3'] });
  });
});
