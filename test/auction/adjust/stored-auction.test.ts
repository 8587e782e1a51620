import { describe, expect, it } from 'vitest';
import { extMediaType, mediaTypeOf } from '#src/auction/adjust/media-type.ts';
import { adjust } from '#src/auction/adjust.ts';
import { testServices } from '#test/helpers/services.ts';
import { anAuction, aTypedBid, response } from './arrange.ts';

const seatBids = (seatbid: unknown): string => JSON.stringify(seatbid);

function stored(text: string, variant: 'go' | 'java' = 'go', more: (auction: ReturnType<typeof anAuction>) => void = () => undefined) {
  const services = testServices({ settings: { variant } });
  const auction = anAuction(services, { imp: [{ id: 'i1', native: {} }], cur: ['EUR'] });
  auction.aliases.set('alias', 'core');
  auction.storedAuctionResponses.set('i1', text);
  more(auction);
  adjust(auction, services);
  return auction;
}

describe('a stored auction response', () => {
  it('is final: unchanged, for its imp, in the auction’s currency (Go variant)', () => {
    const auction = stored(seatBids([{ seat: 'alias', bid: [{ id: 'b', impid: 'x', mtype: 2 }] }]));
    expect([...auction.seats.values()]).toEqual([
      {
        seat: 'alias',
        currency: 'EUR',
        bids: [
          {
            bid: { id: 'b', impid: 'i1', mtype: 2, price: 0 },
            type: 'video',
            seat: 'alias',
            bidder: 'alias',
            core: 'core',
            originalPrice: 0,
            originalCurrency: 'EUR',
          },
        ],
      },
    ]);
    expect(auction.rejection).toBeUndefined();
  });

  it('has no seats if it is null, and a seat whose bids are null has none (Go variant)', () => {
    for (const text of ['null', '[{"seat":"a","bid":null}]']) {
      const { rejection, seats } = stored(text);
      expect([rejection, [...seats.values()].flatMap(({ bids }) => bids)]).toEqual([undefined, []]);
    }
    expect(stored('null', 'java').rejection).toBeDefined();
  });

  it('is read with either extension key, with its auction configs', () => {
    const ext = { prebid: { fledge: { auctionconfigs: [{ impid: 'x', bidder: 'y', config: [1] }, 5] } } };
    const auction = stored(seatBids([{ seat: 'a', ext, bid: [{ id: 'b', price: 1, ext: { prebid: { type: 'banner' } } }] }]));
    expect(auction.seats.get('a')?.bids[0]?.type).toBe('banner');
    expect(auction.auctionConfigs).toEqual([{ impid: 'i1', bidder: 'a', adapter: 'a', config: [1], seat: 'a' }]);
    expect(stored(seatBids([{ seat: 'a', ext: { srv: { fledge: 5 } } }])).auctionConfigs).toEqual([]);
  });

  it('loses malformed bids', () => {
    const auction = stored(
      seatBids([
        {
          seat: 'a',
          bid: [
            { id: 'b', price: 'x', mtype: 1 },
            { id: 'c', price: 1, mtype: 1 },
          ],
        },
      ]),
    );
    expect(auction.seats.get('a')?.bids.map(({ bid }) => bid.id)).toEqual(['c']);
    expect(auction.diagnostics.errors.get('a')).toEqual([{ code: 5, message: `Bid "b" has a malformed 'price'` }]);
  });

  it.each(['{', '{}', '[5]', '[{"bid":5}]', '[{"seat":"a","bid":[{"id":"b","mtype":9}]}]'])(
    'that is malformed rejects the auction: %s',
    (text) => {
      expect(stored(text).rejection?.kind).toBe('failed');
    },
  );

  it('is processed like live bids in the Java variant, typed by its imp, in the currency of the seat’s live response', () => {
    const text = seatBids([
      {
        seat: 'a',
        bid: [
          { id: 'b', price: 1, crid: 'c', adm: '' },
          { id: 'no', price: 0 },
        ],
      },
    ]);
    const auction = stored(text, 'java', (made) => response(made, 'a', { currency: 'EUR', bids: [aTypedBid({ id: 'live' })] }));
    expect(auction.seats.get('a')?.bids.map(({ bid, type, originalCurrency }) => [bid.id, type, originalCurrency])).toEqual([
      ['live', 'banner', 'EUR'],
      ['b', 'native', 'EUR'],
    ]);
  });

  it.each([
    ['[{"bid":[{"id":"b"}]}]', "Seat can't be empty in stored response seatBid"],
    ['[{"seat":"a","bid":[]}]', 'There must be at least one bid in stored response seatBid'],
  ])('must name a seat and contain bids in the Java variant: %s', (text, message) => {
    expect(stored(text, 'java').rejection).toEqual({ kind: 'invalid', messages: [message] });
  });

  it.each(['{', '5', '[5]', '[{"bid":5}]'])('that is malformed rejects the auction with its id in the Java variant: %s', (text) => {
    const declared = stored(text, 'java', ({ request }) => {
      request.imp = [{ id: 'i1', native: { request: '' }, ext: { srv: { storedauctionresponse: { id: 'sar' } } } }];
    });
    expect(declared.rejection).toEqual({ kind: 'invalid', messages: ["Can't parse Json for stored response with id sar"] });
    expect(stored(text, 'java').rejection?.kind).toBe('invalid');
  });

  it('may be a single seat in the Java variant', () => {
    const { seats } = stored(seatBids({ seat: 'a', bid: [{ id: 'b', price: 1, crid: 'c' }] }), 'java');
    expect(seats.get('a')?.bids.map(({ bid }) => bid.id)).toEqual(['b']);
  });
});

describe('a bid without a type', () => {
  it('is typed by `mtype`, else by its extension', () => {
    expect(mediaTypeOf({ impid: 'i', mtype: 3 })).toEqual({ value: 'audio' });
    expect(mediaTypeOf({ impid: 'i', ext: { srv: { type: 'native' } } })).toEqual({ value: 'native' });
    expect(mediaTypeOf({ impid: 'i', mtype: 9 })).toEqual({ error: 'Failed to parse bid mType for impression "i"' });
    expect(extMediaType({ impid: 'i', ext: { srv: { type: 'x' } } })).toEqual({
      error: 'Failed to parse bid mediatype for impression "i", invalid BidType: x',
    });
    expect(extMediaType({ impid: 'i' })).toEqual({ error: 'Failed to parse bid mediatype for impression "i"' });
  });
});
