import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { MadeBids } from '#src/bidders/bidder.ts';
import { aborting, badInput, badServer, generic, warning } from '#src/bidders/errors.ts';
import { oneSeatBid, seatBidRequired, unwrapNative, videoExtras } from '#src/bidders/kit/bids.ts';
import type { Cost } from '#src/bidders/kit/cost.ts';
import { defineBidder } from '#src/bidders/kit/define.ts';
import { escapedJson, sortedJson } from '#src/bidders/kit/json.ts';
import { always, byExtField, byImp, byMtype, unchecked } from '#src/bidders/kit/media-type.ts';
import type { ResponseSpec } from '#src/bidders/kit/response-spec.ts';
import { statusPolicy } from '#src/bidders/kit/status.ts';
import { basics, builder, requestOf, response, sent } from './builder.ts';

const request = requestOf({ id: '1', banner: {}, video: {} }, { id: '2', native: {} }, { id: '2', video: {} });
const read = (spec: ResponseSpec<undefined>, ...seats: readonly (readonly object[])[]): MadeBids =>
  defineBidder({ ...basics, params: z.object({}), response: spec })
    .build(builder)
    .makeBids(request, sent, response({ id: 'r', seatbid: seats.map((bid) => ({ bid })) }));
const bid = (id: string, mtype = 1, more: object = {}) => ({ id, impid: '1', price: 1, mtype, ...more });
const shown = ({ result, errors }: MadeBids) => ({
  bids: result?.bids.map(({ bid: { id }, type }) => `${id} ${type}`),
  errors: errors.map(({ message }) => message),
});
const mediaType = byMtype(['banner'], ({ id }) => badServer(`bad ${id}`));

describe('an invalid bid', () => {
  const costs: readonly (readonly [Cost, object])[] = [
    ['drop', { bids: ['a banner', 'c banner'], errors: ['bad b', 'bad d'] }],
    ['drop-silently', { bids: ['a banner', 'c banner'], errors: [] }],
    ['keep', { bids: ['a banner', 'b ', 'c banner', 'd '], errors: ['bad b', 'bad d'] }],
    ['keep-silently', { bids: ['a banner', 'b ', 'c banner', 'd '], errors: [] }],
    ['abort', { bids: undefined, errors: ['bad b'] }],
    ['abort-so-far', { bids: undefined, errors: ['bad b'] }],
    ['abort-all', { bids: undefined, errors: ['bad b', 'bad d'] }],
  ];
  it.each(costs)('drops the scope set by the bidder: %s', (onBadBid, expected) => {
    expect(shown(read({ mediaType, onBadBid }, [bid('a'), bid('b', 2)], [bid('c'), bid('d', 3)]))).toEqual(expected);
  });

  it('drops the scope set by the failed step', () => {
    const spec: ResponseSpec<undefined> = {
      checkBid: ({ id }) => (id === 'a' ? warning('free') : id === 'b' ? 'skip' : undefined),
      mediaType,
      bid: ({ id }) => (id === 'd' ? generic('no markup') : undefined),
      onBadBid: { bid: 'abort' },
    };
    expect(shown(read(spec, [bid('a'), bid('b'), bid('c'), bid('e', 2)]))).toEqual({ bids: ['c banner'], errors: ['free', 'bad e'] });
    expect(shown(read(spec, [bid('a'), bid('c'), bid('d')]))).toEqual({ bids: undefined, errors: ['no markup'] });
    expect(shown(read({ mediaType, bid: () => aborting(generic('stop')) }, [bid('a')]))).toEqual({ bids: undefined, errors: ['stop'] });
  });
});

describe('the bids of a response', () => {
  it('are all read, or only those of the first seatbid, or only the first bid', () => {
    const ids = (readBids: NonNullable<ResponseSpec<undefined>['readBids']>) =>
      read({ mediaType, readBids }, [bid('a'), bid('b')], [bid('c')]).result?.bids.map(({ bid: { id } }) => id);
    expect([ids('all'), ids('first-seatbid'), ids('first-bid')]).toEqual([['a', 'b', 'c'], ['a', 'b'], ['a']]);
    expect(read({ mediaType, readBids: 'first-bid' }).result?.bids).toEqual([]);
  });

  it('carry their position', () => {
    const at: unknown[] = [];
    const note = (_: unknown, __: unknown, place: { readonly seatIndex: number; readonly index: number }) => {
      at.push([place.seatIndex, place.index]);
      return undefined;
    };
    read({ checkBid: note, mediaType: always('banner') }, [bid('a'), bid('b')], [bid('c')]);
    expect(at).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
    ]);
  });

  it('give a result, errors, one error more or nothing if no bid is left', () => {
    const left = (whenNoBids: NonNullable<ResponseSpec<undefined>['whenNoBids']>) => read({ mediaType, whenNoBids }, [bid('b', 2)]);
    expect(left('result')).toEqual({ result: { currency: 'USD', bids: [], auctionConfigs: undefined }, errors: [badServer('bad b')] });
    expect(left('errors')).toEqual({ errors: [badServer('bad b')] });
    expect(left(badServer('none left'))).toEqual({ errors: [badServer('bad b'), badServer('none left')] });
    expect(left('nothing')).toEqual({ errors: [] });
  });

  it('can be required at all, or for one seat', () => {
    expect(shown(read({ mediaType, check: seatBidRequired() }))).toEqual({ bids: undefined, errors: ['Empty SeatBid array'] });
    expect(shown(read({ mediaType, check: seatBidRequired('Empty SeatBid') })).errors).toEqual(['Empty SeatBid']);
    expect(shown(read({ mediaType, check: oneSeatBid }, [bid('a')], [])).errors).toEqual(['Invalid SeatBids count: 2']);
    expect(shown(read({ mediaType, check: oneSeatBid }, [bid('a')])).errors).toEqual([]);
  });
});

describe('the media type of a bid', () => {
  const typeOf = (rule: ResponseSpec<undefined>['mediaType'], more: object) => shown(read({ mediaType: rule }, [bid('a', 0, more)]));

  it('can be read from a path in its extension', () => {
    const ext = { mf: { Media_Type: 'video' } };
    expect(typeOf(byExtField('mf.media_type'), { ext }).bids).toEqual(['a video']);
    const otherwise = (_: unknown, value: string) => badServer(`unknown ${value}`);
    expect(typeOf(byExtField('kind', { types: { mp4: 'video' }, otherwise }), { ext: { kind: 'mp4' } }).bids).toEqual(['a video']);
    expect(typeOf(byExtField('kind', { types: { mp4: 'video' }, otherwise }), { ext: { kind: 'toString' } }).errors).toEqual([
      'unknown toString',
    ]);
    expect(typeOf(byExtField('kind', { otherwise: unchecked }), { ext: { kind: 'popup' } }).bids).toEqual(['a popup']);
  });

  it('can be taken from its imp, also if several imps or several types match', () => {
    expect(typeOf(byImp({ several: ({ impid }) => generic(`several ${impid}`) }), {}).errors).toEqual(['several 1']);
    expect(typeOf(byImp(), { impid: '2' }).bids).toEqual(['a native']);
    expect(typeOf(byImp({ match: 'last' }), { impid: '2' }).bids).toEqual(['a video']);
  });
});

describe('a status', () => {
  const decide = (rule: Parameters<typeof statusPolicy>[0], status: number, body = '') => statusPolicy(rule)(response(body, status));

  it('is bad input for one status, by class or always', () => {
    expect(decide({ other: 'at %d', badInput: [401, '5xx'] }, 503)).toEqual(badInput('at 503'));
    expect(decide({ other: 'at %d', badInput: [401, '5xx'] }, 400)).toEqual(badServer('at 400'));
    expect(decide({ other: 'at %d', badInput: 'all' }, 302)).toEqual(badInput('at 302'));
    expect(decide({ other: 'at %d', otherError: generic }, 302)).toEqual(generic('at 302'));
  });

  it('may be any below 300, or one without content that is read or an error', () => {
    expect([decide({ other: '', ok: '2xx' }, 201), decide({ other: '', noContent: 'ok' }, 204)]).toEqual(['ok', 'ok']);
    expect(decide({ other: 'at %d', noContent: 'as-other' }, 204)).toEqual(badServer('at 204'));
    expect(decide({ other: '', noContent: badServer('No bid') }, 204)).toEqual(badServer('No bid'));
    expect(decide({ other: '', noContent: ({ body }) => badInput(body) }, 204, 'why')).toEqual(badInput('why'));
  });

  it('has messages built from the response', () => {
    const rule = { other: 'at %d', messages: { 400: ({ body }: { readonly body: string }) => `400 ${body}`, '5xx': 'server %d' } };
    expect([decide(rule, 400, 'why'), decide(rule, 502), decide(rule, 404)]).toEqual([
      badInput('400 why'),
      badServer('server 502'),
      badServer('at 404'),
    ]);
  });
});

describe('ready-made parts', () => {
  it('unwrap native markup', () => {
    expect(unwrapNative('{"a": 1, "native": {"x":  "}"}, "b": 2}')).toBe('{"x":  "}"}');
    expect(unwrapNative('{"assets":[]}')).toBe('{"assets":[]}');
    expect([unwrapNative('<p>'), unwrapNative('{"native":1}')]).toEqual([
      generic('unable to unmarshal native adm'),
      generic('unable to get native adm'),
    ]);
  });

  it('write JSON safe for HTML, with sorted fields on request', () => {
    expect(escapedJson({ b: '<a>&', a: 1 })).toBe('{"b":"\\u003ca\\u003e\\u0026","a":1}');
    expect(sortedJson({ b: [{ d: 1, c: 2 }], a: '<' })).toBe('{"a":"\\u003c","b":[{"c":2,"d":1}]}');
  });

  it('set the duration of videos', () => {
    expect(videoExtras({ id: 'a', impid: '1', price: 1, dur: 5, cat: ['x'] }, 'video')).toEqual({
      video: { duration: 5, primary_category: '' },
    });
    expect(videoExtras({ id: 'a', impid: '1', price: 1, dur: 5 }, 'banner')).toBeUndefined();
  });
});
