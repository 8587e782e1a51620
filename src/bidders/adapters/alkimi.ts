import { z } from 'zod';
import { badInput } from '../errors.ts';
import { auctionPrice, seatBidRequired } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { filled } from '../kit/objects.ts';
import { readerOf, type ValueOf } from '../kit/reader.ts';
import type { ImpPatch, ImpWithParams } from '../kit/spec.ts';
import { missingBidderExt } from './families/missing-bidder-ext.ts';

/** All params: an ill-typed one drops the imp, also one that is replaced. */
const readParams = readerOf(z.object({ token: z.string(), bidFloor: z.number(), instl: z.int(), exp: z.int(), adUnitCode: z.string() }));

type Params = ValueOf<typeof readParams>;

/** Floor, `instl` and `exp` of the params, which are all written into the extension. */
function impPatch({ imp, params, ext }: ImpWithParams<Params>, written: (params: object) => object): ImpPatch {
  const { id, bidfloor = 0, bidfloorcur = '' } = imp;
  const { token = '', bidFloor = 0, instl = 0, exp = 0 } = params;
  const hasFloor = bidfloor > 0 && bidfloorcur !== '';
  return {
    ...(!hasFloor && { bidfloor: bidFloor || undefined }),
    instl: instl || undefined,
    exp: exp || undefined,
    ext: { ...ext, bidder: written({ token, bidFloor, instl, exp, adUnitCode: id }) } as ImpPatch['ext'],
  };
}

export default defineBidder({
  code: 'alkimi',
  endpoint: 'https://exchange.alkimi-onboarding.com/server/bid',
  maintainer: 'support@alkimi.org',
  vendorId: 1169,
  capabilities: { app: ['banner', 'video', 'audio'], site: ['banner', 'video', 'audio'] },
  sync: {
    redirect: {
      url: 'https://user-sync.alkimi-onboarding.com/ssp-sync?gdpr={{.GDPR}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '${UID}',
    },
  },
  params: z.object({ token: z.string(), bidFloor: z.number().min(0).optional(), instl: z.number().optional(), exp: z.number().optional() }),

  onBadImp: 'abort-all',
  readParams,
  imp: (item) => impPatch(item, (params) => params),
  response: {
    check: seatBidRequired(),
    currency: { fixed: 'USD' },
    mediaType: byImp({ order: ['banner', 'video', 'audio'], otherwise: ({ impid }) => badInput(`Failed to find imp "${impid}"`) }),
    bid: auctionPrice('nurl', 'adm'),
  },
  java: {
    onBadImp: 'abort',
    imp: (item) => impPatch(item, filled),
    badParams: missingBidderExt,
    response: { check: undefined, mediaType: byImp({ order: ['banner', 'video', 'native', 'audio'], otherwise: () => 'banner' }) },
  },
});
