import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { object } from '#src/json/values.ts';
import type { BidderError, SharedRequest } from '../bidder.ts';
import { badInput, generic } from '../errors.ts';
import { impOf } from '../kit/bids.ts';
import { notAString } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { deviceHeaders, OPENRTB_25 } from '../kit/headers.ts';
import { always } from '../kit/media-type.ts';
import { filled, without } from '../kit/objects.ts';
import { readerOf } from '../kit/reader.ts';
import type { ImpWithParams, RequestPatch } from '../kit/spec.ts';
import { statusPolicy } from '../kit/status.ts';
import { knownSrv } from './families/imp-srv.ts';

const SOURCE_EXT = { stype: 'prebid_server_uncn', bidder: 'unicorn' };

const params = z.object({
  placementId: z.string().optional(),
  publisherId: z.string().optional(),
  mediaId: z.string().optional(),
  accountId: z.int(),
});

const readParams = readerOf(params);
const readRegs = readerOf(z.object({ gdpr: z.int(), us_privacy: z.string() }));

/** The first privacy rule that applies: the exchange supports none. */
function regsError(regs: SharedRequest['regs']): BidderError | undefined {
  if (regs?.coppa === 1) return badInput('COPPA is not supported');
  const found = readRegs(regs?.ext ?? null);
  if ('error' in found) return undefined;
  if (found.value.gdpr === 1) return badInput('GDPR is not supported');
  return found.value.us_privacy ? badInput('CCPA is not supported') : undefined;
}

type ImpExtension = ImpWithParams<unknown>['ext'];

/** The id of the imp's stored request, or the reason why there is none. */
function storedIdOf({ srv }: ImpExtension): { readonly id: string } | { readonly message: string } {
  const stored: unknown = isObject(srv) ? srv['storedrequest'] : undefined;
  const id: unknown = isObject(stored) ? stored['id'] : undefined;
  return typeof id === 'string' ? { id } : { message: notAString(id) };
}

/** Of `imp.ext.context` only its data. */
function contextOf(ext: ImpExtension): { readonly [key: string]: unknown } {
  const context: unknown = (ext as { readonly context?: unknown }).context;
  if (!isObject(context)) return {};
  return { context: 'data' in context ? { data: context['data'] } : {} };
}

/** The fields of `ext.srv` that the exchange takes; of a stored request only its id. */
function srvOf(srv: object): object {
  const known = knownSrv(srv);
  const { storedrequest } = known;
  return { ...without(known, 'profiles'), ...(storedrequest && { storedrequest: { id: storedrequest.id } }) };
}

interface AppParams {
  readonly mediaId?: string | undefined;
  readonly publisherId?: string | undefined;
  readonly accountId?: number | undefined;
}

/** The request with ids of the first imp and the known fields of `ext.srv`. */
function requestPatch({ mediaId, publisherId, accountId }: AppParams, { app, source, ext }: SharedRequest): RequestPatch {
  const srv: unknown = isObject(ext) ? ext['srv'] : undefined;
  const publisher = publisherId ? { publisher: { ...app?.publisher, id: publisherId } } : {};
  return {
    app: { ...app, ...(mediaId && { id: mediaId }), ...publisher },
    source: { ...source, ext: SOURCE_EXT },
    ext: { ...(isObject(srv) && { srv: srvOf(srv) }), accountId } as RequestPatch['ext'],
  };
}

export default defineBidder({
  code: 'unicorn',
  endpoint: 'https://ds.uncn.jp/pb/0/bid.json',
  maintainer: 'prebid@unicorn.inc',
  capabilities: { app: ['banner'] },
  params,

  before: ({ request: { regs } }) => regsError(regs),
  onBadImp: 'abort',
  // An imp without params may have a stored request.
  readParams: (bidder) => readParams(bidder ?? null),
  badParams: (cause, _, __, index) => badInput(`Error while decoding imp[${index}].ext: ${cause}`),
  imp: ({ params, ext, index }) => {
    const found = params.placementId ? { id: params.placementId } : storedIdOf(ext);
    if ('message' in found) {
      return badInput(`Error get StoredRequestImpID from imp[${index}]: stored request id not found: ${found.message}`);
    }
    const { id: placementId } = found;
    const own = { placementId, ...filled({ publisherId: params.publisherId, mediaId: params.mediaId, accountId: params.accountId }) };
    return { ext: { ...contextOf(ext), bidder: own }, secure: 1, tagid: placementId };
  },
  headers: (_, { request: { device } }) => ({ ...OPENRTB_25, ...deviceHeaders(device) }),
  request: ([first], { request }) => {
    if (!request.app) return generic('request app is required');
    return first?.params.accountId ? requestPatch(first.params, request) : generic('accountId field is required');
  },
  status: statusPolicy('Unexpected http status code: %d'),
  response: {
    currency: 'response',
    mediaType: ({ impid }, { request }) => (impOf(request, impid)?.banner ? 'banner' : ''),
  },
  java: {
    badParams: (cause, { id }) => badInput(`Error while decoding ext of imp with id: ${id}, error: ${cause} `),
    imp: ({ imp: { id }, params, ext }) => {
      const found = params.placementId ? { id: params.placementId } : storedIdOf(ext);
      const placementId = 'id' in found ? found.id : '';
      if (placementId === '') return badInput(`stored request id not found in imp: ${id}`);
      const { publisherId, mediaId, accountId } = params;
      return { ext: { ...contextOf(ext), bidder: { placementId, publisherId, mediaId, accountId } }, secure: 1, tagid: placementId };
    },
    request: ([first], { request }) => {
      const { app, source, ext } = request;
      if (!app) return badInput('request app is required');
      const { mediaId, publisherId, accountId } = first?.params ?? {};
      return {
        app: { ...app, id: mediaId, publisher: { ...app.publisher, id: publisherId } },
        source: { ...source, ext: SOURCE_EXT },
        ext: { ...object(ext), accountId } as RequestPatch['ext'],
      };
    },
    response: { mediaType: always('banner') },
  },
});
