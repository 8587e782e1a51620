import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { object } from '#src/json/values.ts';
import { queryEscape } from '#src/lang/percent.ts';
import type { BidderError, MediaType } from '../bidder.ts';
import { badInput, badServer, isError } from '../errors.ts';
import { parseObject } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { formatsOf, groupBy, perFormat } from '../kit/fan-out.ts';
import { compactJson, fieldString } from '../kit/json.ts';
import { filled, without } from '../kit/objects.ts';
import { has, where } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import type { BidPatch, ResponseContext, ResponseSpec, SharedBid } from '../kit/response-spec.ts';
import type { Group, ImpWithParams, RequestContext, RequestPatch, SharedImp } from '../kit/spec.ts';
import { statusPolicy } from '../kit/status.ts';

const FORMATS = ['banner', 'video', 'native'] as const;
const AD_TYPES: ReadonlyMap<string, MediaType> = new Map([
  ['Img', 'banner'],
  ['Richmedia', 'banner'],
  ['Video', 'video'],
  ['Native', 'native'],
]);

const readUserData = readerOf(z.object({ gender: z.string(), yob: z.int(), keywords: z.string() }));
const readSiteExt = readerOf(z.object({ data: z.object({ keywords: z.string() }) }));
const readBidExt = readerOf(z.object({ duration: z.int(), curls: z.array(z.string()) }));

/** First-party data moved to its OpenRTB fields. */
function before({ request }: RequestContext): RequestPatch | BidderError {
  if (request.imp.length === 0) return badInput('No impressions in bid request.');
  const user = toUser(request.user);
  if (isError(user)) return user;
  const site = toSite(request.site);
  return isError(site) ? site : { user, site, ext: { client: 'prebid_server_1.2' } };
}

function toUser(user: RequestPatch['user']): RequestPatch['user'] | BidderError {
  if (!user || user.ext === undefined || user.ext === null) return user;
  if (!isObject(user.ext)) return badInput('Invalid user.ext.');
  const { data, ...ext } = user.ext;
  if (data === undefined) return user;
  const known = readUserData(data);
  return 'error' in known ? badInput('Invalid user.ext.data.') : { ...user, ...filled(known.value), ext };
}

function toSite(site: RequestPatch['site']): RequestPatch['site'] | BidderError {
  if (site?.ext === undefined) return site;
  const ext = readSiteExt(site.ext);
  return 'error' in ext ? badInput('Invalid site.ext.') : { ...without(site, 'ext'), keywords: ext.value.data?.keywords || undefined };
}

/** The param if it is a string, which may be empty; else the error. */
function paramOf(imp: SharedImp, name: string, what: string): string | BidderError {
  const value = object(imp.ext?.bidder)[name];
  return typeof value === 'string' ? value : badInput(`Missing ${name} ${what}.`);
}

/** `imp.ext` without our params; undefined if nothing else is left. */
function ownExt({ ext }: SharedImp): SharedImp['ext'] {
  const rest = without(ext, 'bidder');
  return rest && Object.keys(rest).length > 0 ? rest : undefined;
}

/** One call per media type; an imp without a media type is unchanged, and `request` reports it. */
const formats = <P>(item: ImpWithParams<P>): readonly Group<P>[] =>
  formatsOf(item.imp, FORMATS).length > 0 ? perFormat([item], FORMATS) : [[item]];

/** The request of one group. `what`: the name of a param in errors. */
function toRequest(group: Group<unknown>, { request, info }: RequestContext, what: string): RequestPatch | BidderError {
  const imps = group.map(({ imp }) => imp);
  const [first] = imps;
  if (!first) return {};
  if (info.endpoint !== 'video' && formatsOf(first, FORMATS).length === 0) {
    return badInput('Invalid MediaType. Smaato only supports Banner, Video and Native.');
  }
  const id = paramOf(first, 'publisherId', what);
  if (isError(id)) return id;
  const inventory = (['site', 'app', 'dooh'] as const).find((kind) => request[kind]);
  if (!inventory) return badInput('Missing Site/App/DOOH.');
  const tagid = paramOf(first, info.endpoint === 'video' ? 'adbreakId' : 'adspaceId', what);
  if (isError(tagid)) return tagid;
  const imp = info.endpoint === 'video' ? toPod(imps, tagid) : imps.map((one) => ({ ...one, tagid, ext: ownExt(one) }));
  return { [inventory]: { ...request[inventory], publisher: { id } }, imp };
}

const toPod = (imps: readonly SharedImp[], tagid: string): SharedImp[] =>
  imps.map((imp, index) => ({
    ...imp,
    tagid,
    video: { ...imp.video, sequence: index + 1, ext: { context: 'adpod' } },
    ext: index === 0 ? ownExt(imp) : undefined,
  }));

type ErrorMaker = (message: string) => BidderError;

const headerOf = ({ response }: ResponseContext, name: string): string => response.headers[name]?.[0] ?? '';

/** Seconds until the time in the response (ms since 1970); 300 if absent. */
function secondsLeft(context: ResponseContext): number {
  const header = headerOf(context, 'x-smt-expires');
  if (!/^-?\d+$/.test(header)) return 300;
  return Math.max(0, Math.floor((Number(header) - context.builder.env.now()) / 1000));
}

/** The markup with click reports to every address the exchange names. */
function clickable(markup: string, curls: readonly string[]): string {
  if (curls.length === 0) return markup;
  const fetches = curls.map((url) => `fetch(decodeURIComponent('${queryEscape(url)}'.replace(/\\+/g, ' ')), {cache: 'no-cache'});`);
  return `<div style="cursor:pointer" onclick="${fetches.join('')}">${markup}</div>`;
}

function toBid(bid: SharedBid, type: string, context: ResponseContext, errorOf: ErrorMaker): BidPatch | BidderError {
  const ext = readBidExt(bid.ext ?? null);
  if ('error' in ext) return errorOf('Invalid bid.ext.');
  const exp = secondsLeft(context);
  if (type === 'banner') return { exp, adm: clickable(bid.adm ?? '', ext.value.curls ?? []) };
  if (type !== 'native') return { exp };
  const markup = parseObject(bid.adm ?? '');
  if ('error' in markup) return errorOf(`Invalid ad markup ${bid.adm ?? ''}.`);
  return { exp, adm: compactJson(fieldString(bid.adm ?? '', 'native') ?? 'null') };
}

/** Parsing of responses. `errorOf`: the class of their errors. */
const responseWith = (errorOf: ErrorMaker): Pick<ResponseSpec<undefined>, 'check' | 'mediaType' | 'bid'> => ({
  check: (_, context) => (headerOf(context, 'x-smt-adtype') === '' ? errorOf('X-Smt-Adtype header is missing.') : undefined),
  mediaType: (_, context) => {
    const adType = headerOf(context, 'x-smt-adtype');
    return AD_TYPES.get(adType) ?? errorOf(`Unknown markup type ${adType}.`);
  },
  bid: (bid, type, context) => toBid(bid, type, context, errorOf),
});

export default defineBidder({
  code: 'smaato',
  endpoint: 'https://prebid.ad.smaato.net/oapi/prebid',
  maintainer: 'prebid@smaato.com',
  vendorId: 82,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  compression: 'gzip',
  geoscope: ['global'],
  sync: {
    redirect: {
      url: 'https://s.ad.smaato.net/c/?adExInit=p&redir={{.RedirectURL}}&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}',
      userMacro: '$UID',
    },
    iframe: {
      url: 'https://s.ad.smaato.net/i/?adExInit=p&redir={{.RedirectURL}}&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}',
      userMacro: '$UID',
    },
  },
  params: where(z.object({ publisherId: z.string(), adspaceId: z.string().optional(), adbreakId: z.string().optional() }), {
    anyOf: [has('adspaceId'), has('adbreakId')],
  }),

  before,
  readParams: 'never',
  imp: ({ imp }, { info }) =>
    info.endpoint === 'video' && !imp.video ? badInput('Invalid MediaType. Smaato only supports Video for AdPod.') : undefined,
  fanout: (imps, { info }) =>
    info.endpoint === 'video' ? groupBy(imps, ({ imp }) => imp.id.split('_', 1)[0]) : imps.flatMap((item) => formats(item)),
  request: (group, context) => toRequest(group, context, 'parameter'),
  status: statusPolicy({ other: 'Unexpected status code: %d. Run with request.debug = 1 for more info.', badInput: [] }),
  response: {
    currency: { fixed: 'USD' },
    ...responseWith(badServer),
    extras: ({ ext, cat = [] }, type) => {
      const known = readBidExt(ext ?? null);
      if (type !== 'video' || 'error' in known) return undefined;
      return { video: { duration: known.value.duration ?? 0, primary_category: cat[0] ?? '' } };
    },
  },
  java: {
    request: (group, context) => toRequest(group, context, 'property'),
    response: {
      checkBid: ({ id, adm = '' }) => (adm.trim() === '' ? badInput(`Empty ad markup in bid with id: ${id}`) : undefined),
      ...responseWith(badInput),
    },
  },
});
