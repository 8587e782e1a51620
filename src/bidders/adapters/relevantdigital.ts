import { z } from 'zod';
import type { Result } from '#src/lang/result.ts';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer, generic, isError } from '../errors.ts';
import { seatBidRequired } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { deviceHeaders, OPENRTB_25 } from '../kit/headers.ts';
import { byMtype, byReadExtType, firstOf } from '../kit/media-type.ts';
import { badServerResponse, noBidderExt } from '../kit/messages.ts';
import { type Lenient, readerOf } from '../kit/reader.ts';
import { isHost } from '../kit/url.ts';
import { nestedExt, nestedImp, ownExt, tmaxWithout } from './relevantdigital/request.ts';

const params = z.object({
  accountId: z.string(),
  placementId: z.string(),
  pbsHost: z.string().regex(/^(https?:\/\/)?[a-zA-Z0-9.-]+(:[0-9]+)?$/),
  pbsBufferMs: z.number().optional(),
  useSourceBidderCode: z.boolean().optional(),
});
type Params = Lenient<z.input<typeof params>>;

const readParams: (bidder: unknown) => Result<Params> = readerOf(params.extend({ pbsBufferMs: z.int() }));

const hostOf = ({ pbsHost = '' }: Params): string =>
  pbsHost.replaceAll('http://', '').replaceAll('https://', '').replaceAll('.relevant-digital.com', '');

const typeNotRead = (impid: string): BidderError => badInput(`Failed to parse bid[i].ext.prebid.type for the bid ${impid}`);

export default defineBidder({
  code: 'relevantdigital',
  endpoint: 'https://{{.Host}}.relevant-digital.com/openrtb2/auction',
  maintainer: 'support@relevant-digital.com',
  vendorId: 1100,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  params,

  readParams,
  badParams: (_, __, step) => badInput(step === 'ext' ? 'imp.ext not provided' : noBidderExt),
  imp: ({ imp, params: own }) => nestedImp(imp, own.placementId ?? ''),
  onBadImp: 'abort-all',
  fanout: (imps, { request: { ext } }) => {
    const own = ownExt(ext);
    return isError(own) ? own : [imps];
  },
  macros: ({ params: own }) => {
    const Host = hostOf(own);
    return isHost(Host) ? { Host } : badInput('Invalid Host');
  },
  headers: (_, { request: { device } }) => ({ ...OPENRTB_25, ...deviceHeaders(device) }),
  request: ([first], { request: { ext, tmax } }) => {
    const { accountId = '', pbsBufferMs = 250 } = first?.params ?? {};
    const nested = nestedExt(ext, accountId, 'always');
    return isError(nested) ? nested : { ext: { ...ext, ...nested }, tmax: tmaxWithout(pbsBufferMs, tmax) };
  },
  response: {
    currency: 'response',
    mediaType: firstOf(byMtype(), byReadExtType({ missing: ({ impid }) => generic(`failed to parse bid type, missing ext: ${impid}`) })),
    extras: (_, __, { request }, { seatBid: { seat } }) => {
      const first = readParams(request.imp[0]?.ext?.bidder);
      return 'value' in first && first.value.useSourceBidderCode ? { seat } : undefined;
    },
  },
  java: {
    onBadImp: 'drop',
    paramsOf: 'last',
    imp: ({ imp, ext }) => {
      const own = readParams(ext.bidder);
      return 'error' in own ? undefined : nestedImp(imp, own.value.placementId ?? '');
    },
    macros: ({ params: own }) => ({ Host: hostOf(own) }),
    request: ([first], { request: { ext, tmax } }) => {
      const { accountId = '', pbsBufferMs = 0 } = first?.params ?? {};
      const nested = nestedExt(ext, accountId, 'if-given');
      return isError(nested) ? nested : { ext: nested, tmax: tmaxWithout(pbsBufferMs, tmax) };
    },
    response: {
      unreadable: () => badServer(badServerResponse),
      check: seatBidRequired(),
      mediaType: firstOf(
        byMtype(),
        byReadExtType({ missing: ({ impid }) => typeNotRead(impid), unknown: ({ impid }) => typeNotRead(impid) }),
      ),
      extras: undefined,
    },
  },
});
