import { describe, expect, it } from 'vitest';
import yieldlab from '#src/bidders/adapters/yieldlab.ts';
import { badServer, generic } from '#src/bidders/errors.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const adapter = yieldlab.build({ ...builder, endpoint: 'https://y.example/yp/', env: { ...builder.env, now: () => Date.UTC(2021, 0, 3) } });
const request = requestOf(
  { id: '1', banner: {}, bidder: { adslotId: '11', supplyId: 's' } },
  { id: '2', video: {}, bidder: { adslotId: 'a/b', supplyId: 's', targeting: { k: 'v&w' } } },
  { id: '3', banner: {}, bidder: { adslotId: 7 } },
);
const read = (...ads: readonly object[]) => adapter.makeBids(request, sent, response(ads));

describe('yieldlab', () => {
  it('requests all slots with the required regulation data', () => {
    const transparency = [{ domain: 'a.example', dsaparams: [1, 2] }, { domain: 'b.example' }];
    const regs = { ext: { gdpr: 2, DSA: { dsarequired: 0, pubrender: 1, transparency } } };
    const made = adapter.makeRequests({ ...request, regs }, info);
    expect(made.calls[0]?.uri).toBe(
      'https://y.example/yp/11,a%2Fb?content=json&dsapubrender=1&dsarequired=0&dsatransparency=a.example~1_2~~b.example' +
        '&pvid=true&sizes=11%3A&t=k%3Dv%2526w&ts=1609632000',
    );
    expect(made.calls[0]).toMatchObject({ method: 'GET', body: undefined, impIds: ['1', '2', '3'] });
  });

  it("is called under the same address if the endpoint has the Java variant's form", () => {
    const uriAt = (endpoint: string, dialect: 'go' | 'java') =>
      yieldlab.build({ ...builder, endpoint, dialect }).makeRequests(request, info).calls[0]?.uri;
    expect(uriAt('https://y.example/yp/{AdSlotId}', 'java')).toBe(uriAt('https://y.example/yp/', 'go'));
  });

  it('counts calendar weeks', () => {
    expect(read({ id: 11, pid: 5, price: 150, adsize: 'wide' }).result?.bids).toMatchObject([
      { type: 'banner', bid: { impid: '1', price: 1.5, w: 0, h: 0, crid: '11553' } },
    ]);
  });

  it('gets regulation data without empty fields', () => {
    const [made] = read({ id: 11, dsa: { behalf: '', paid: 'p', adrender: 0, transparency: [], other: 1 } }).result?.bids ?? [];
    expect(made?.bid.ext).toEqual({ dsa: { paid: 'p', adrender: 0 } });
  });

  it('loses the complete response with one unmatched ad', () => {
    expect(read({ id: 11, adsize: '1x2' }, { id: 12 }).errors).toEqual([
      generic('failed to find yieldlab request for adslotID 12. This is most likely a programming issue'),
    ]);
    expect(read({ id: 11, adsize: '1x2p' })).toEqual({
      errors: [generic('failed to parse yieldlab adsize: strconv.ParseUint: parsing "2p": invalid syntax')],
    });
    expect(adapter.makeBids(request, sent, response('{}')).errors).toEqual([
      badServer('failed to parse bids response from yieldlab: decode slice: expect [ or n, but found {'),
    ]);
    expect(adapter.makeBids(request, sent, response('', 204)).errors).toEqual([
      badServer('failed to resolve bids from yieldlab response: Unexpected response code 204'),
    ]);
  });
});
