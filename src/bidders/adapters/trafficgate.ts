import { z } from 'zod';
import type { MediaType } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { groupBy, perImp } from '../kit/fan-out.ts';
import { extString } from '../kit/media-type.ts';
import { hostAndPort } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import { onlyOk } from '../kit/status.ts';
import { isHost } from '../kit/url.ts';

const readBidExt = readerOf(z.object({ srv: z.object({ type: z.string() }) }));

const typeOf = (type: string): MediaType => (['video', 'native', 'audio'] as const).find((one) => one === type) ?? 'banner';

export default defineBidder({
  code: 'trafficgate',
  endpoint: 'http://{{.Host}}.bc-plugin.com/?c=o&m=rtb',
  maintainer: 'support@bidscube.com',
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  modifyingVastXmlAllowed: true,
  params: z.object({
    placementId: z.string().min(1),
    host: hostAndPort(),
    customParams: z.record(z.string(), z.unknown()).optional(),
  }),

  badParams: (_, __, step) => badInput(step === 'ext' ? 'Missing bidder ext' : 'Bidder parameters required'),
  imp: ({ params: { host = '' } }) => (isHost(host) ? undefined : badInput('Invalid Host')),
  onBadImp: 'abort',
  fanout: (imps) => groupBy(imps, ({ params: { placementId, host } }) => JSON.stringify([placementId, host])),
  macros: ({ params: { host } }) => ({ Host: host }),
  headers: 'plain-json+accept',
  status: onlyOk('Error response with status %d'),
  response: {
    currency: 'response',
    mediaType: (bid) => {
      const found = readBidExt(bid.ext);
      if ('error' in found) return badServer('Missing response ext');
      const type = found.value.srv?.type;
      return type ? typeOf(type) : badServer('Unable to read bid.ext.prebid.type');
    },
    onBadBid: 'abort',
  },
  java: {
    endpoint: 'http://{subdomain}.bc-plugin.com/?c=o&m=rtb',
    macros: ({ params: { host } }) => ({ subdomain: host, Host: host }),
    badParams: (cause) => badInput(cause),
    imp: undefined,
    fanout: perImp,
    request: (_, { request: { imp } }) => ({ imp }),
    response: { mediaType: (bid) => typeOf(extString(bid, 'srv.type')) },
  },
});
