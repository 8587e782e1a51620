import { z } from 'zod';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byReadExtType, unchecked } from '../kit/media-type.ts';
import { floorInDollars } from '../kit/money.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import { status } from '../kit/status.ts';

const NO_IDS = 'publisher_id and ad_unit_id are required';
const readParams = readerOf(z.object({ publisher_id: z.string(), ad_unit_id: z.string() }));

/** The ids, which are checked before the floor is converted. */
function readIds(bidder: unknown): ReturnType<typeof readParams> {
  const found = readParams(bidder);
  return 'error' in found || (found.value.publisher_id && found.value.ad_unit_id) ? found : { error: NO_IDS };
}

const typeFailed = ({ impid }: SharedBid) => badServer(`unable to deserialize imp ${impid} bid.ext`);

export default defineBidder({
  code: 'frvradn',
  endpoint: 'https://fran.frvr.com/api/v1/openrtb',
  maintainer: 'info@frvr.com',
  vendorId: 1107,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe: {
      url: 'https://fran.frvr.com/api/v1/sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect_uri={{.RedirectURL}}',
      userMacro: '{{UID}}',
    },
  },
  params: z.object({ publisher_id: z.string(), ad_unit_id: z.string() }),

  setup: ({ endpoint }) => {
    if (endpoint === '') throw new Error('missing endpoint adapter parameter');
  },
  floor: floorInDollars,

  badParams: (cause, _, step) => badInput(step === 'ext' ? 'missing ext' : cause === NO_IDS ? NO_IDS : 'missing ext.bidder'),
  readParams: (bidder) => readIds(bidder),
  imp: ({ params: { publisher_id = '', ad_unit_id = '' } }) => ({ ext: { publisher_id, ad_unit_id } }),
  fanout: perImp,
  headers: 'none',
  status: (response) => (response.status === 200 && response.body === '' ? 'no-bid' : status.s1(response)),
  response: {
    currency: 'response',
    mediaType: byReadExtType({
      missing: ({ impid }, cause) =>
        generic(cause === undefined ? `imp ${impid} with unknown media type` : `unable to deserialize imp ${impid} bid.ext`),
      unknown: unchecked,
    }),
  },
  java: { readParams: 'required', response: { mediaType: byReadExtType({ missing: typeFailed, unknown: typeFailed }) } },
});
