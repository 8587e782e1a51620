import { z } from 'zod';
import { badInput, badServer, generic } from '../errors.ts';
import { seatBidRequired } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { badServerResponse, noBidderExt } from '../kit/messages.ts';
import { has, where } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import type { StatusPolicy } from '../kit/response-spec.ts';
import { withQuery } from '../kit/url.ts';

/** The third id is `ntpnid` in the schema, but the exchange accepts only `nptnid`, so only that name is read. */
const ids = z.object({ pid: z.string(), nid: z.string(), nptnid: z.string() });
const readParams = readerOf(ids);
const readSchemaParams = readerOf(ids.extend({ nptnid: z.unknown(), ntpnid: z.string() }));

/** The Java variant reads the name in the schema. */
function readJavaParams(bidder: unknown): ReturnType<typeof readParams> {
  const found = readSchemaParams(bidder);
  return 'error' in found ? found : { value: { pid: found.value.pid, nid: found.value.nid, nptnid: found.value.ntpnid } };
}

/** A response with any other status is read. */
const toDecision: StatusPolicy = ({ status }) => {
  if (status === 503) return badInput('Service Unavailable. Status Code: [ 503 ] ');
  if (status === 400) return badServer('Unexpected status code: 400. Run with request.debug = 1 for more info.');
  return status === 204 ? 'no-bid' : 'ok';
};

export default defineBidder({
  code: 'beop',
  endpoint: 'https://hb.collectiveaudience.co/rtb/bid',
  maintainer: 'tech@collectiveaudience.co',
  vendorId: 666,
  capabilities: { site: ['banner', 'video'] },
  openrtb: '2.6',
  compression: 'gzip',
  params: where(z.object({ pid: z.string().optional(), nid: z.string().optional(), ntpnid: z.string().optional() }), {
    oneOf: [has('pid'), has('nid', 'ntpnid')],
  }),

  readParams,
  paramsOf: 'first',
  badParams: () => badInput(noBidderExt),
  uri: ([first], { builder }) => {
    const { nid, nptnid, pid } = first?.params ?? {};
    return withQuery(builder.endpoint, { nid: nid || undefined, nptnid: nptnid || undefined, pid: pid || undefined });
  },
  status: toDecision,
  response: {
    unreadable: () => badServer(badServerResponse),
    check: seatBidRequired(),
    readBids: 'first-seatbid',
    currency: { fixed: 'USD' },
    mediaType: byMtype(['banner', 'video'], ({ impid }) => generic(`Failed to parse bid mType for impression "${impid}"`)),
    whenNoBids: 'errors',
  },
  java: {
    readParams: readJavaParams,
    badParams: (cause) => badInput(`${noBidderExt}: ${cause}`),
    response: {
      check: undefined,
      readBids: 'all',
      mediaType: byMtype(['banner', 'video'], ({ impid }) => badServer(`Failed to parse bid mtype for impression "${impid}"`)),
      whenNoBids: 'result',
    },
  },
});
