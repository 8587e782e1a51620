import { z } from 'zod';
import { type BidderError, MEDIA_TYPES, type MediaType } from '../bidder.ts';
import { badInput, badServer, isError } from '../errors.ts';
import { oneSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { formatsOf, groupBy, onlyFormat } from '../kit/fan-out.ts';
import { byMtype } from '../kit/media-type.ts';
import { asNumber, noImpression } from '../kit/messages.ts';
import { without } from '../kit/objects.ts';
import type { Group, ImpPatch, ImpWithParams } from '../kit/spec.ts';
import { status } from '../kit/status.ts';

/** An imp with several media types is sent once per type, with an id that names the type; responses use that id. */
const onePerFormat = <P>(item: ImpWithParams<P>, order: readonly MediaType[]): ImpWithParams<P>[] => {
  const formats = formatsOf(item.imp, order);
  if (formats.length < 2) return [item];
  return formats.map((format) => ({ ...item, imp: { ...onlyFormat(item.imp, format), id: `${item.imp.id}${format.charAt(0)}__mf` } }));
};

const byAnyMtype = byMtype(undefined, ({ mtype = 0 }) => badServer(`Unsupported MType ${mtype}`));

interface Zone {
  readonly zoneId?: number | undefined;
}

const toImp = ({ imp, params: { zoneId = 0 } }: ImpWithParams<Zone>): ImpPatch | BidderError =>
  zoneId < 1 ? badInput(`Invalid zoneId value: ${zoneId}. Ignoring imp id=${imp.id}`) : { ext: undefined };

/** One call per zone. */
const byZone =
  (order: readonly MediaType[]) =>
  (imps: Group<Zone>): readonly Group<Zone>[] =>
    groupBy(imps, ({ params }) => params.zoneId).map((group) => group.flatMap((item) => onePerFormat(item, order)));

export default defineBidder({
  code: 'adkernel',
  endpoint: 'http://pbs.adksrv.com/hb?zone={{.ZoneID}}',
  maintainer: 'prebid-dev@adkernel.com',
  vendorId: 14,
  capabilities: { app: ['banner', 'video', 'audio', 'native'], site: ['banner', 'video', 'audio', 'native'] },
  compression: 'gzip',
  sync: {
    redirect: {
      url: 'https://sync.adkernel.com/user-sync?t=image&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
      userMacro: '{UID}',
    },
  },
  aliases: {
    '152media': { vendorId: 1111 },
    rxnetwork: {},
    waardex_ak: {
      sync: {
        redirect: {
          url: 'https://sync.adkernel.com/user-sync?t=image&zone=313534&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
          userMacro: '{UID}',
        },
        iframe: {
          url: 'https://sync.adkernel.com/user-sync?t=iframe&zone=313534&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
          userMacro: '{UID}',
        },
      },
    },
    xapads: {
      vendorId: 1320,
      sync: {
        redirect: {
          url: 'https://sync.adkernel.com/user-sync?t=image&zone=284803&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
          userMacro: '{UID}',
        },
        iframe: {
          url: 'https://sync.adkernel.com/user-sync?t=iframe&zone=284803&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
          userMacro: '{UID}',
        },
      },
    },
  },
  params: z.object({ zoneId: z.int().min(1) }),

  whenEmpty: badInput(noImpression),
  imp: toImp,
  fanout: byZone(['banner', 'video', 'native', 'audio']),
  macros: ({ params }) => ({ ZoneID: params.zoneId }),
  headers: 'openrtb-2.5',
  request: (_, { request: { site, app } }) => ({ site: without(site, 'publisher'), app: without(app, 'publisher') }),
  status: status.s7,
  response: {
    unreadable: (cause) => badServer(`Bad server response: ${asNumber(cause)}`),
    check: oneSeatBid,
    currency: 'response',
    mediaType: byAnyMtype,
    onBadBid: 'abort',
    bid: ({ impid }) => ({ impid: impid.endsWith('__mf') ? impid.slice(0, -5) : impid }),
  },
  java: {
    imp: (item) => {
      const patch = toImp(item);
      if (isError(patch) || MEDIA_TYPES.some((type) => item.imp[type])) return patch;
      return badInput(`Invalid imp id=${item.imp.id}. Expected imp.banner / imp.video / imp.native`);
    },
    fanout: byZone(['banner', 'video', 'audio', 'native']),
    response: {
      mediaType: (bid, context) => (bid.mtype === undefined ? badServer(`Missing MType for bid: ${bid.id}`) : byAnyMtype(bid, context)),
    },
  },
});
