import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { noSeatBid } from '../kit/bids.ts';
import { asObject } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { noImps } from '../kit/messages.ts';
import type { ImpPatch, SharedImp } from '../kit/spec.ts';
import { onlyOk } from '../kit/status.ts';

const FORMATS = 'Only Banner and Video bid-types are supported at this time';
const hasFormat = ({ banner, video }: SharedImp): boolean => Boolean(banner || video);

/** The params at the top level of `imp.ext`, next to its other fields. */
function flattened({ bidder, ...others }: { readonly [key: string]: unknown }): ImpPatch | BidderError {
  const params = asObject(bidder);
  return 'error' in params ? badInput(params.error) : { ext: { ...others, ...params.value } };
}

export default defineBidder({
  code: 'cpmstar',
  endpoint: 'https://server.cpmstar.com/openrtbbidrq.aspx',
  maintainer: 'prebid@cpmstar.com',
  vendorId: 1317,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe: {
      url: 'https://server.cpmstar.com/usersync.aspx?ifr=1&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
    redirect: {
      url: 'https://server.cpmstar.com/usersync.aspx?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({ placementId: z.int(), subpoolId: z.int().optional() }),

  whenEmpty: badInput(noImps),
  readParams: 'never',
  onBadImp: 'abort',
  imp: ({ imp }) => {
    const ext = asObject(imp.ext);
    if ('error' in ext) return badInput(ext.error);
    if (!('bidder' in ext.value)) return badInput('bidder field not found in impression extension');
    return hasFormat(imp) ? flattened(ext.value) : badInput(FORMATS);
  },
  headers: 'json',
  status: onlyOk('Unexpected HTTP status code: %d. Run with request.debug = 1 for more info'),
  response: {
    noBid: noSeatBid,
    currency: { fixed: 'USD' },
    mediaType: byImp({
      order: ['banner'],
      noType: () => 'video',
      noImp: ({ id, impid }) => badServer(`bid id='${id}' could not find valid impid='${impid}'`),
    }),
  },
  java: {
    checkImp: (imp) => (hasFormat(imp) ? undefined : badInput(FORMATS)),
    response: {
      mediaType: byImp({
        order: ['banner'],
        noType: () => 'video',
        noImp: ({ id, impid }) => badInput(`bid id=${id} could not find valid impid=${impid}`),
      }),
    },
  },
});
