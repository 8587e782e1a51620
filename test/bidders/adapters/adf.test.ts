import { describe, expect, it } from 'vitest';
import adf from '#src/bidders/adapters/adf.ts';
import { badServer, generic } from '#src/bidders/errors.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const adapter = adf.build(builder);

describe('adf', () => {
  it('sends the placement as tag and the first price type beside the rest of ext', () => {
    const request = {
      ...requestOf(
        { id: '1', tagid: 'old', bidder: { inv: 1, mname: 'n', priceType: '' } },
        { id: '2', bidder: { mid: 7, priceType: 'net' } },
        { id: '3', bidder: { MID: '8', priceType: 'gross' } },
      ),
      ext: { schain: { complete: 1 } },
    };
    const { calls, errors } = adapter.makeRequests(request, info);
    expect(errors).toEqual([]);
    expect(calls[0]?.headers).toEqual({});
    expect(calls[0]?.body).toMatchObject({
      imp: [{ tagid: undefined }, { tagid: '7' }, { tagid: '8' }],
      ext: { srv: {}, schain: { complete: 1 }, pt: 'net' },
    });
  });

  it('gets a price type with our own extension and the supply chain only, and none if the extension is malformed', () => {
    const bidRequest = requestOf({ id: '1', bidder: { mid: 7, priceType: 'net' } });
    const sentExt = (ext: unknown) => {
      const { calls, errors } = adapter.makeRequests({ ...bidRequest, ext: ext as never }, info);
      return [(calls[0]?.body as typeof bidRequest | undefined)?.ext, errors];
    };
    expect(sentExt({ other: 1, srv: { debug: true } })).toEqual([{ srv: { debug: true }, schain: undefined, pt: 'net' }, []]);
    expect(sentExt(undefined)).toEqual([{ srv: {}, schain: undefined, pt: 'net' }, []]);
    expect(sentExt('text')).toEqual(['text', [generic('expect { or n, but found "')]]);
  });

  it('drops bids without a media type, with an error', () => {
    const bids = [{ srv: { type: 'native' } }, { srv: { type: 'popup' } }, { srv: {} }, {}, undefined, { srv: { type: 1 } }].map((ext) => ({
      impid: '1',
      ext,
    }));
    const made = adapter.makeBids(requestOf(), sent, response({ seatbid: [{ bid: bids }] }));
    expect(made.result).toMatchObject({ currency: '', bids: [{ type: 'native' }] });
    const missing = badServer('Failed to parse impression "1" mediatype');
    expect(made.errors).toEqual([generic('invalid BidType: popup'), generic('invalid BidType: '), missing, missing, missing]);
  });
});
