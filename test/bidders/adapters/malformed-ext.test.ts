import { describe, expect, it } from 'vitest';
import concert from '#src/bidders/adapters/concert.ts';
import insticator from '#src/bidders/adapters/insticator.ts';
import nativo from '#src/bidders/adapters/nativo.ts';
import readpeak from '#src/bidders/adapters/readpeak.ts';
import rubicon from '#src/bidders/adapters/rubicon.ts';
import taboola from '#src/bidders/adapters/taboola.ts';
import trustx from '#src/bidders/adapters/trustx.ts';
import unicorn from '#src/bidders/adapters/unicorn.ts';
import yahooAds from '#src/bidders/adapters/yahooAds.ts';
import type { BidderDefinition, Call, SharedRequest } from '#src/bidders/bidder.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const MALFORMED: readonly unknown[] = ['text', ['text'], 5];

/** The body of the first call in the variant, with `ext` or `regs.ext` malformed. */
const bodyOf = (definition: BidderDefinition, dialect: 'go' | 'java', bidder: object, more: object): Call['body'] =>
  definition
    .build({ ...builder, dialect })
    .makeRequests({ ...requestOf({ id: '1', banner: { w: 1, h: 1 }, bidder }), ...more } as SharedRequest, info).calls[0]?.body;

describe('an ext that is no object', () => {
  it.each(MALFORMED)('counts as missing where fields of requests are added to it: %j', (ext) => {
    expect(bodyOf(concert, 'go', {}, { ext })).toMatchObject({ ext: { adapterVersion: '1.0.0', partnerId: '' } });
    const ofTaboola = bodyOf(taboola, 'go', { publisherId: 'p', tagId: 't', pageType: 'home' }, { ext }) as SharedRequest;
    expect(ofTaboola.ext).toEqual({ pageType: 'home' });
    const ofUnicorn = bodyOf(unicorn, 'java', { placementId: 'p', accountId: 1 }, { ext, app: {} }) as SharedRequest;
    expect(ofUnicorn.ext).toEqual({ accountId: 1 });
    const ofYahoo = bodyOf(yahooAds, 'java', { dcn: 'd', pos: 'p' }, { regs: { coppa: 1, ext } }) as SharedRequest;
    expect(ofYahoo.regs).toEqual({ ext: { coppa: 1 } });
  });

  it.each(MALFORMED)('counts as missing where meta are added to it in the Java variant: %j', (malformed) => {
    const sdk = { renderers: [{ name: 'NativoRenderer', version: '1' }] };
    const request = { ...requestOf({ id: '1', banner: {} }), ext: { srv: { sdk } } } as SharedRequest;
    const extIn = (definition: BidderDefinition, ext: unknown): unknown => {
      const adapter = definition.build({ ...builder, dialect: 'java' });
      const bidResponse = { seatbid: [{ seat: 's', bid: [{ id: 'b', impid: '1', price: 1, mtype: 1, adomain: ['a.example'], ext }] }] };
      return adapter.makeBids(request, { ...sent, body: request }, response(bidResponse)).result?.bids[0]?.bid.ext;
    };
    for (const [ext, more, kept] of [
      [malformed, {}, {}],
      [{ srv: malformed, k: 1 }, { k: 1 }, {}],
      [{ srv: { meta: malformed, v: 2 }, k: 1 }, { k: 1 }, { v: 2 }],
    ] as const) {
      expect(extIn(insticator, ext)).toEqual({ ...more, srv: { ...kept, meta: { seat: 's' } } });
      expect(extIn(rubicon, ext)).toEqual({ ...more, srv: { ...kept, meta: { seat: 's' } } });
      expect(extIn(nativo, ext)).toEqual({ ...more, srv: { ...kept, meta: { rendererName: 'NativoRenderer', rendererVersion: '1' } } });
      expect(extIn(readpeak, ext)).toEqual({ srv: { ...kept, meta: { advertiserDomains: ['a.example'] } } });
    }
    const own = { bidder: { trustx: { networkName: 'n' } }, srv: malformed };
    expect(extIn(trustx, own)).toEqual({ ...own, srv: { meta: { networkName: 'n' } } });
  });
});
