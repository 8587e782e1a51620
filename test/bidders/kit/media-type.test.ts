import { describe, expect, it } from 'vitest';
import type { BidderError } from '#src/bidders/bidder.ts';
import { badServer, generic } from '#src/bidders/errors.ts';
import { type ByImp, byImp, byReadExtType } from '#src/bidders/kit/media-type.ts';
import type { ResponseContext, SharedBid, TypeRule } from '#src/bidders/kit/response-spec.ts';
import { builder, requestOf, response, sent } from './builder.ts';

const request = requestOf({ id: '1', banner: {} }, { id: '2', audio: {} }, { id: '3', banner: {} }, { id: '3', native: {} });
const context: ResponseContext = { request, call: sent, response: response(''), builder, setup: undefined, errors: [] };
const position = { seatBid: { bid: [] }, seatIndex: 0, index: 0 };
const decide = (rule: TypeRule, bid: Partial<SharedBid>): ReturnType<TypeRule> =>
  rule({ id: 'b', impid: '1', price: 1, ...bid }, context, position);

describe('the media type in an `ext` that must be readable', () => {
  const missing = (_: SharedBid, cause = 'no srv'): BidderError => badServer(cause);
  const typeOf = (ext: unknown, more: object = {}) => decide(byReadExtType({ missing, ...more }), { ext: ext as never });

  it('is one of the four types, or of the supported ones', () => {
    expect(['banner', 'video', 'audio', 'native'].map((type) => typeOf({ srv: { type } }))).toEqual(['banner', 'video', 'audio', 'native']);
    expect(typeOf({ srv: { type: 'audio' } }, { types: ['banner'] })).toEqual(generic('invalid BidType: audio'));
  });

  it('differs if it is missing, unknown or malformed', () => {
    expect([{ srv: {} }, { srv: { type: 'popup' } }].map((ext) => typeOf(ext))).toEqual([
      generic('invalid BidType: '),
      generic('invalid BidType: popup'),
    ]);
    expect([{}, null, undefined, { srv: { type: 1 } }].map((ext) => typeOf(ext))).toEqual([
      badServer('no srv'),
      badServer('no srv'),
      badServer('expect { or n, but found \0'),
      badServer('cannot unmarshal srv.type: expects " or n, but found 1'),
    ]);
  });
});

describe('the media type of the imp', () => {
  const typeOf = (impid: string, rule: ByImp) => decide(byImp(rule), { impid });
  const otherwise = ({ impid }: SharedBid): BidderError => badServer(`no type for ${impid}`);

  it('has one error for an imp that is unknown or has none of the types', () => {
    const rule: ByImp = { order: ['banner', 'video'], otherwise };
    expect(['1', '2', '4'].map((impId) => typeOf(impId, rule))).toEqual(['banner', badServer('no type for 2'), badServer('no type for 4')]);
    expect(typeOf('4', { ...rule, noImp: () => 'video' })).toBe('video');
  });

  it('counts the first or last imp of that id, or the types of all of them', () => {
    const rule: ByImp = { several: otherwise };
    const types = [rule, { ...rule, match: 'last' }, { ...rule, match: 'all' }] as const;
    expect(types.map((one) => typeOf('3', one))).toEqual(['banner', 'native', badServer('no type for 3')]);
  });
});
