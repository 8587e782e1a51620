import { z } from 'zod';
import type { BidderError, MediaType } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { formatsOf, groupBy, onlyFormat } from '../kit/fan-out.ts';
import { JSON_ACCEPT } from '../kit/headers.ts';
import { byMtype } from '../kit/media-type.ts';
import { without } from '../kit/objects.ts';
import type { Slot, TypeRule } from '../kit/spec.ts';
import { status } from '../kit/status.ts';
import { asNumber, noImpression } from '../kit/texts.ts';

/** An imp with several media types goes out once for each, under an id that says which; answers carry it. */
const onePerFormat = <P>(slot: Slot<P>, order: readonly MediaType[]): Slot<P>[] => {
  const formats = formatsOf(slot.imp, order);
  if (formats.length < 2) return [slot];
  return formats.map((format) => ({ ...slot, imp: { ...onlyFormat(slot.imp, format), id: `${slot.imp.id}${format.charAt(0)}__mf` } }));
};

const byAnyMtype = byMtype(undefined, ({ mtype = 0 }) => badServer(`Unsupported MType ${mtype}`));
const missing: TypeRule = ({ id }) => badServer(`Missing MType for bid: ${id}`);

const ORDER: readonly MediaType[] = ['banner', 'video', 'native', 'audio'];
const JAVA_ORDER: readonly MediaType[] = ['banner', 'video', 'audio', 'native'];

function checkImp(
  { imp, params: { zoneId = 0 } }: Slot<{ readonly zoneId?: number | undefined }>,
  isJava: boolean,
): BidderError | undefined {
  if (zoneId < 1) return badInput(`Invalid zoneId value: ${zoneId}. Ignoring imp id=${imp.id}`);
  if (!isJava || formatsOf(imp, ORDER).length > 0) return undefined;
  return badInput(`Invalid imp id=${imp.id}. Expected imp.banner / imp.video / imp.native`);
}

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

  before: ({ request }) => (request.imp.length > 0 ? undefined : badInput(noImpression)),
  imp: (slot, { builder }) => checkImp(slot, builder.dialect === 'java') ?? { ext: undefined },
  fanout: (slots, { builder }) => {
    const order = builder.dialect === 'java' ? JAVA_ORDER : ORDER;
    return groupBy(slots, ({ params }) => params.zoneId).map((group) => group.flatMap((slot) => onePerFormat(slot, order)));
  },
  macros: ({ params }) => ({ ZoneID: params.zoneId }),
  headers: () => ({ ...JSON_ACCEPT, 'X-Openrtb-Version': '2.5' }),
  request: (_, { request: { site, app } }) => ({ site: without(site, 'publisher'), app: without(app, 'publisher') }),
  status: status.s7,
  response: {
    unreadable: (cause) => badServer(`Bad server response: ${asNumber(cause)}`),
    check: ({ seatbid = [] }) => (seatbid.length === 1 ? undefined : badServer(`Invalid SeatBids count: ${seatbid.length}`)),
    currency: ({ cur = '' }) => cur,
    mediaType: (bid, context) => (bid.mtype === undefined && context.builder.dialect === 'java' ? missing : byAnyMtype)(bid, context),
    onBadBid: 'fail',
    bid: ({ impid }) => ({ impid: impid.endsWith('__mf') ? impid.slice(0, -5) : impid }),
  },
});
