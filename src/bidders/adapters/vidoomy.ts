import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { deviceHeaders, JSON_ACCEPT } from '../kit/headers.ts';
import { byImp } from '../kit/media-type.ts';
import { asNumber } from '../kit/messages.ts';
import { withFirstSize } from '../kit/objects.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import type { ImpPatch, SharedImp } from '../kit/spec.ts';
import { onlyOk } from '../kit/status.ts';

const unknownUnit = ({ impid }: SharedBid) => badServer(`Unknown ad unit code '${impid}'`);

const isSized = (banner: SharedImp['banner']): boolean => !banner || (banner.w !== undefined && banner.h !== undefined);

/** An `imp` hook: the banner with the size of its first format, unless it has one. */
const sized =
  (makeError: (message: string) => BidderError) =>
  ({ imp: { banner } }: { readonly imp: SharedImp }): ImpPatch | BidderError | undefined => {
    const message = sizeMessage(banner);
    if (message !== undefined) return makeError(message);
    return isSized(banner) ? undefined : { banner: withFirstSize(banner, 'always') };
  };

function sizeMessage(banner: SharedImp['banner']): string | undefined {
  if (!banner) return undefined;
  const { w, h, format = [] } = banner;
  if (w !== undefined && h !== undefined) return w === 0 || h === 0 ? `invalid sizes provided for Banner ${w} x ${h}` : undefined;
  return format.length === 0 ? 'no sizes provided for Banner []' : undefined;
}

export default defineBidder({
  code: 'vidoomy',
  endpoint: 'https://p.vidoomy.com/api/rtbserver/pbs',
  maintainer: 'support@vidoomy.com',
  vendorId: 380,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe: {
      url: 'https://vid.vidoomy.com/sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '{{VID}}',
    },
  },
  params: z.object({ zoneId: z.string().min(1) }),

  readParams: 'never',
  imp: sized(generic),
  fanout: perImp,
  headers: (_, { request: { device } }) => ({ ...JSON_ACCEPT, 'X-Openrtb-Version': '2.5', ...deviceHeaders(device) }),
  status: onlyOk('Unexpected status code: %d.'),
  response: {
    unreadable: (cause) => badServer(`Bad server response: ${asNumber(cause)}.`),
    currency: { fixed: 'USD' },
    mediaType: byImp({ order: ['video', 'banner'], noImp: unknownUnit, noType: () => undefined }),
    onBadBid: 'abort',
  },
  java: {
    imp: sized(badInput),
    response: { unreadable: (cause) => badServer(cause), mediaType: byImp({ order: ['video', 'banner'], otherwise: unknownUnit }) },
  },
});
