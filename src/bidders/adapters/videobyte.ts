import { z } from 'zod';
import { queryEscape } from '#src/lang/percent.ts';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { JSON_ACCEPT } from '../kit/headers.ts';
import { byImp } from '../kit/media-type.ts';
import { badServerResponse } from '../kit/messages.ts';
import { statusPolicy, unexpectedStatus } from '../kit/status.ts';

/** One query argument; omitted for an empty value. */
const argument = (name: string, value: string | undefined): string => (value ? `${name}=${queryEscape(value)}` : '');

export default defineBidder({
  code: 'videobyte',
  endpoint: 'https://x.videobyte.com/ortbhb',
  maintainer: 'prebid@videobyte.com',
  vendorId: 1011,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect: {
      url: 'https://x.videobyte.com/usync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&cb={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({ pubId: z.string(), placementId: z.string().optional(), nid: z.string().optional() }),

  badParams: (cause, { id }, step) =>
    badInput(`Ignoring imp id=${id}, error while decoding ${step === 'ext' ? 'extImpBidder' : 'impExt'}, err: ${cause}`),
  fanout: perImp,
  uri: ([first], { builder }) => {
    const { pubId = '', placementId, nid } = first?.params ?? {};
    return `${builder.endpoint}?${[argument('nid', nid), `pid=${queryEscape(pubId)}`, argument('placementId', placementId), 'source=pbs'].filter(Boolean).join('&')}`;
  },
  headers: (_, { request: { site } }) => ({ ...JSON_ACCEPT, Origin: site?.domain, Referer: site?.ref }),
  status: statusPolicy({
    messages: { 400: 'Bad user input: HTTP status %d. Run with request.debug = 1 for more info' },
    other: unexpectedStatus,
  }),
  response: {
    unreadable: () => badServer(badServerResponse),
    currency: { fixed: 'USD' },
    mediaType: byImp({ order: ['banner'], otherwise: () => 'video' }),
  },
  java: {
    badParams: (cause, { id }) => badInput(`Ignoring imp id=${id}, error while decoding, err: ${cause}`),
    uri: ([first], { builder }) => {
      const { pubId = '', placementId, nid } = first?.params ?? {};
      return `${builder.endpoint}?${['source=pbs', `pid=${queryEscape(pubId)}`, argument('placementId', placementId), argument('nid', nid)].filter(Boolean).join('&')}`;
    },
    response: { unreadable: () => badServer('Bad server response.'), currency: () => 'USD' },
  },
});
