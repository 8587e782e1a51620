import { z } from 'zod';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { deviceHeaders, JSON_ACCEPT } from '../kit/headers.ts';
import { byReadExtType } from '../kit/media-type.ts';
import { typeNotParsed } from '../kit/messages.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import { status } from '../kit/status.ts';

const typeMissing = ({ impid }: SharedBid) => badServer(typeNotParsed(impid));

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
  imp: ({ params: { srid = '' }, ext: { ae } }) => ({ ext: { ...(ae ? { ae } : {}), srv: { storedrequest: { id: srid } }, bidder: {} } }),
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
    imp: ({ params: { srid = '' }, ext: { ae } }) => ({ ext: { ...(ae ? { ae } : {}), srv: { storedrequest: { id: srid } } } }),
    response: { mediaType: byReadExtType({ missing: typeMissing, unknown: typeMissing }), whenNoBids: 'errors' },
  },
});
