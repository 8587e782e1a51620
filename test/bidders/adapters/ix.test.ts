import { describe, expect, it } from 'vitest';
import ix from '#src/bidders/adapters/ix.ts';
import { generic } from '#src/bidders/errors.ts';
import { builder, requestOf, response, sent } from '../kit/builder.ts';

const adapter = ix.build(builder);
const request = requestOf({ id: '1', native: {} }, { id: '2', video: {} });
const read = (bid: object, more: object = {}) =>
  adapter.makeBids(request, sent, response({ ...more, seatbid: [{ bid: [{ id: 'b', impid: '1', price: 1, ...bid }] }] }));
const markup = (adm: string) => read({ adm }).result?.bids[0]?.bid.adm;

describe('ix', () => {
  it('lists event trackers that count impressions as impression trackers', () => {
    const trackers = [
      { url: 'https://b.example/?a&<', event: 1, method: 1, customdata: { k: 1 } },
      { url: 'https://script.example', event: 1, method: 2 },
      { url: 'https://a.example', event: 1, method: 1 },
    ];
    const assets = [{ title: { text: 't', len: 0 }, required: 0, id: 0, more: 1 }];
    const native = { eventtrackers: trackers, assets, imptrackers: ['https://a.example'], ver: '1.2' };
    const wanted =
      '{"ver":"1.2","assets":[{"id":0,"title":{"text":"t"}}],"link":{"url":""},"imptrackers":["https://a.example","https://b.example/?a&<"],' +
      '"eventtrackers":[{"event":1,"method":1,"url":"https://b.example/?a&<","customdata":{"k":1}},' +
      '{"event":1,"method":2,"url":"https://script.example"},{"event":1,"method":1,"url":"https://a.example"}]}';
    expect(markup(JSON.stringify(native))).toBe(wanted);
    expect(markup(JSON.stringify({ native }))).toBe(`{"native":${wanted}}`);
    expect(markup('{"eventtrackers":[{"event":2}]}')).toBe('{"link":{"url":""},"eventtrackers":[{"event":2,"method":0}]}');
    expect(markup('{"eventtrackers":"no", "a": 1}')).toBe('{"eventtrackers":"no", "a": 1}');
  });

  it('reads the category of a video from the exchange if the bid has none', () => {
    const ext = { srv: { type: 'video', video: { duration: 15, primary_category: 'IAB1' } } };
    expect(read({ impid: '2', ext }).result?.bids).toMatchObject([
      { type: 'video', bid: { cat: ['IAB1'] }, video: { duration: 15, primary_category: '' } },
    ]);
    expect(read({ ext: { srv: { type: 'text' } } }).errors).toEqual([generic('invalid BidType: text')]);
  });

  it('returns auction configs, and fails the response if they are malformed', () => {
    const configs = [
      { bidId: '1', config: { seller: 's' } },
      { bidId: '2', config: null },
    ];
    expect(read({}, { ext: { protectedAudienceAuctionConfigs: configs } }).result?.auctionConfigs).toEqual([
      { impid: '1', config: { seller: 's' } },
    ]);
    expect(read({}, { ext: { protectedAudienceAuctionConfigs: {} } })).toEqual({
      errors: [generic('cannot unmarshal protectedAudienceAuctionConfigs: decode slice: expect [ or n, but found {')],
    });
  });
});
