import { z } from 'zod';
import { badInput, badServer, generic } from '../errors.ts';
import { auctionPrice } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { paramsIn } from '../kit/imp-params.ts';
import { byReadExtType } from '../kit/media-type.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import type { SharedImp } from '../kit/spec.ts';
import { status } from '../kit/status.ts';

const typeFailed = ({ id }: SharedBid) => badServer(`Failed to parse bid.ext.prebid.type for bid.id: '${id}'`);

const readAccount = readerOf(z.object({ accountId: z.string(), seatId: z.string() }));

/** The account of the last imp, which names that of the call. */
function accountOf(imp: SharedImp | undefined): string {
  const found = imp ? paramsIn(imp, readAccount) : { error: '' };
  return ('value' in found && (found.value.accountId || found.value.seatId)) || 'pbs';
}

export default defineBidder({
  code: 'seedingAlliance',
  endpoint: 'https://b.nativendo.de/cds/rtb/bid?ssp={{.AccountID}}',
  maintainer: 'tech@seeding-alliance.de',
  vendorId: 371,
  capabilities: { site: ['native', 'banner'] },
  sync: {
    redirect: {
      url: 'https://dmp.nativendo.de/set-uuid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&redirect_url={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  aliases: {
    finative: { endpoint: 'https://b.finative.cloud/cds/rtb/bid?ssp={{.AccountID}}', vendorId: 371 },
    suntContent: {
      endpoint: 'https://b.suntcontent.se/cds/rtb/bid?ssp={{.AccountID}}',
      vendorId: 1097,
      sync: {
        redirect: {
          url: 'https://dmp.suntcontent.se/set-uuid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&redirect_url={{.RedirectURL}}',
          userMacro: '$UID',
        },
      },
    },
  },
  params: z.object({ adUnitId: z.string().min(1), seatId: z.string().optional(), accountId: z.string().optional() }),

  onBadImp: 'abort',
  badParams: (cause, _, step) =>
    generic(`could not unmarshal ${step === 'ext' ? 'adapters.ExtImpBidder' : 'openrtb_ext.ImpExtSeedingAlliance'}: ${cause}`),
  imp: ({ params: { adUnitId = '' } }) => ({ tagid: adUnitId }),
  macros: (_, { request }) => ({ AccountID: accountOf(request.imp.at(-1)) }),
  headers: 'none',
  request: (_, { request: { cur = [] } }) => ({ cur: cur.includes('EUR') ? cur : [...cur, 'EUR'] }),
  status: status.s3,
  response: {
    currency: 'response',
    mediaType: byReadExtType({
      missing: (_, cause) => generic(cause === undefined ? 'bid.Ext.Prebid is empty' : `could not unmarshal openrtb_ext.ExtBid: ${cause}`),
    }),
    bid: auctionPrice('adm'),
  },
  java: {
    badParams: (cause) => badInput(`could not unmarshal imp.ext.prebid.bidder: ${cause}`),
    response: { mediaType: byReadExtType({ missing: typeFailed, unknown: typeFailed }) },
  },
});
