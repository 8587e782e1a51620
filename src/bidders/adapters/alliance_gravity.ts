import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { deviceHeaders, JSON_ACCEPT } from '../kit/headers.ts';
import { byReadExtType } from '../kit/media-type.ts';
import { typeNotParsed } from '../kit/messages.ts';
import { filled } from '../kit/objects.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import type { ImpPatch, ImpWithParams } from '../kit/spec.ts';
import { status } from '../kit/status.ts';

const typeMissing = ({ impid }: SharedBid) => badServer(typeNotParsed(impid));

const readExt = readerOf(z.object({ ae: z.int() }));

/** The stored request of the imp; of its `ext` only a number in `ae` stays. */
function toImp(
  { params: { srid = '' }, ext }: ImpWithParams<{ readonly srid?: string | undefined }>,
  more: object,
): ImpPatch | BidderError {
  const found = readExt(ext);
  return 'error' in found
    ? badInput(found.error)
    : { ext: { ...filled({ ae: found.value.ae }), srv: { storedrequest: { id: srid } }, ...more } };
}

export default defineBidder({
  code: 'alliance_gravity',
  endpoint: 'https://pbs.production.agrvt.com/openrtb2/auction',
  maintainer: 'produit@alliancegravity.com',
  vendorId: 501,
  capabilities: { app: ['banner', 'video', 'audio', 'native'], site: ['banner', 'video', 'audio', 'native'] },
  openrtb: '2.6',
  modifyingVastXmlAllowed: true,
  sync: {
    iframe: {
      url: 'https://pbs.production.agrvt.com/static/cookie_sync.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  javaCode: 'alliancegravity',
  aliases: {
    alliancegravity: { vendorId: 501 },
  },
  params: z.object({ srid: z.string().min(1) }),

  onBadImp: 'abort',
  imp: (item) => toImp(item, { bidder: {} }),
  headers: (_, { request: { device, site, user } }) => ({
    ...JSON_ACCEPT,
    ...deviceHeaders(device, { ip: 'ip or ipv6' }),
    Referer: site?.page,
    Cookie: user?.buyeruid && `uids=${user.buyeruid}`,
  }),
  status: status.s3,
  response: {
    mediaType: byReadExtType({ missing: typeMissing }),
    whenNoBids: 'nothing',
  },
  java: {
    onBadImp: 'drop',
    imp: (item) => toImp(item, {}),
    response: { mediaType: byReadExtType({ missing: typeMissing, unknown: typeMissing }), whenNoBids: 'errors' },
  },
});
