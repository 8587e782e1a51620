import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { badExtension, noExtension } from '../kit/messages.ts';
import { readerOf } from '../kit/reader.ts';
import { onlyOk, unexpectedStatus } from '../kit/status.ts';

const read = z.object({ pubId: z.string() });
const readParams = readerOf(read);
const readPublisher = readerOf(z.object({ bidder: read }));

export default defineBidder({
  code: 'onetag',
  endpoint: 'https://prebid-server.onetag-sys.com/prebid-server/{{.PublisherID}}',
  maintainer: 'devops@onetag.com',
  vendorId: 241,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  compression: 'gzip',
  sync: {
    iframe: {
      url: 'https://onetag-sys.com/usync/?redir={{.RedirectURL}}&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}',
      userMacro: '${USER_TOKEN}',
    },
    redirect: {
      url: 'https://onetag-sys.com/usync/?tag=img&redir={{.RedirectURL}}&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}',
      userMacro: '${USER_TOKEN}',
    },
  },
  params: z.object({ pubId: z.string().min(1), ext: z.record(z.string(), z.unknown()).optional() }),

  readParams,
  onBadImp: 'abort',
  badParams: (_, __, step) => badInput(step === 'ext' ? noExtension : badExtension),
  imp: ({ params: { pubId = '' } }, { request }) => {
    if (pubId === '') return badInput('The publisher ID must not be empty');
    const found = readPublisher(request.imp[0]?.ext);
    const common = 'error' in found ? undefined : found.value.bidder?.pubId;
    return pubId === common ? undefined : badInput('There must be only one publisher ID');
  },
  macros: ({ params: { pubId } }) => ({ PublisherID: pubId }),
  headers: 'none',
  status: onlyOk(`${unexpectedStatus}.`),
  response: {
    currency: 'response',
    mediaType: byImp({
      order: ['banner', 'video', 'native'],
      otherwise: ({ impid }) => badServer(`The impression with ID ${impid} is not present into the request`),
    }),
    onBadBid: 'abort',
  },
  java: { badParams: (cause) => badInput(cause) },
});
