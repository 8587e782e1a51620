import { z } from 'zod';
import { isObject } from '#src/wire/merge.ts';
import type { BidderError, MediaType } from '../bidder.ts';
import { badInput, badServer, isFault } from '../errors.ts';
import { object, parseObject } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { formatsOf, groupBy, perFormat } from '../kit/fan-out.ts';
import { filled, without } from '../kit/objects.ts';
import { has, where } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import type { AnswerContext, BidPatch, RequestContext, RequestPatch, SharedBid, SharedImp, Slot } from '../kit/spec.ts';
import { statusPolicy } from '../kit/status.ts';
import { queryEscape } from '../kit/url.ts';

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

/** First-party data goes where OpenRTB has a place for it. */
function before({ request }: RequestContext): RequestPatch | BidderError {
  if (request.imp.length === 0) return badInput('No impressions in bid request.');
  const user = toUser(request.user);
  if (isFault(user)) return user;
  const site = toSite(request.site);
  return isFault(site) ? site : { user, site, ext: { client: 'prebid_server_1.2' } };
}

function toUser(user: RequestPatch['user']): RequestPatch['user'] | BidderError {
  if (!user || user.ext === undefined || user.ext === null) return user;
  if (!isObject(user.ext)) return badInput('Invalid user.ext.');
  const { data, ...ext } = user.ext;
  if (data === undefined) return user;
  const known = readUserData(data);
  return typeof known === 'string' ? badInput('Invalid user.ext.data.') : { ...user, ...filled(known), ext };
}

function toSite(site: RequestPatch['site']): RequestPatch['site'] | BidderError {
  if (site?.ext === undefined) return site;
  const ext = readSiteExt(site.ext);
  return typeof ext === 'string' ? badInput('Invalid site.ext.') : { ...without(site, 'ext'), keywords: ext.data?.keywords || undefined };
}

/** The param where it is text, which may be empty; else the error. */
function paramOf(imp: SharedImp, name: string, { builder }: RequestContext): string | BidderError {
  const value = object(imp.ext?.bidder)[name];
  return typeof value === 'string' ? value : badInput(`Missing ${name} ${builder.dialect === 'java' ? 'property' : 'parameter'}.`);
}

/** `imp.ext` without our params; none where nothing else was in it. */
function ownExt({ ext }: SharedImp): SharedImp['ext'] {
  const rest = without(ext, 'bidder');
  return rest && Object.keys(rest).length > 0 ? rest : undefined;
}

/** One call a media type; an imp of none stays what it is, to be told of in its turn. */
const formats = (slot: Slot<unknown>) => (formatsOf(slot.imp, FORMATS).length > 0 ? perFormat([slot], FORMATS) : [[slot]]);

function toRequest(group: readonly Slot<unknown>[], context: RequestContext): RequestPatch | BidderError {
  const { request, info } = context;
  const imps = group.map(({ imp }) => imp);
  const [first] = imps;
  if (!first) return {};
  if (info.entry !== 'video' && formatsOf(first, FORMATS).length === 0) {
    return badInput('Invalid MediaType. Smaato only supports Banner, Video and Native.');
  }
  const id = paramOf(first, 'publisherId', context);
  if (isFault(id)) return id;
  const inventory = (['site', 'app', 'dooh'] as const).find((kind) => request[kind]);
  if (!inventory) return badInput('Missing Site/App/DOOH.');
  const tagid = paramOf(first, info.entry === 'video' ? 'adbreakId' : 'adspaceId', context);
  if (isFault(tagid)) return tagid;
  const imp = info.entry === 'video' ? toPod(imps, tagid) : imps.map((one) => ({ ...one, tagid, ext: ownExt(one) }));
  return { [inventory]: { ...request[inventory], publisher: { id } }, imp };
}

const toPod = (imps: readonly SharedImp[], tagid: string): SharedImp[] =>
  imps.map((imp, index) => ({
    ...imp,
    tagid,
    video: { ...imp.video, sequence: index + 1, ext: { context: 'adpod' } },
    ext: index === 0 ? ownExt(imp) : undefined,
  }));

/** In the Java variant what is wrong with an answer is the caller's fault. */
const faultOf = ({ builder }: AnswerContext) => (builder.dialect === 'java' ? badInput : badServer);

const headerOf = ({ answer }: AnswerContext, name: string): string => answer.headers[name]?.[0] ?? '';

/** Seconds until the time the answer names (ms since 1970); 300 where it names none. */
function secondsLeft(context: AnswerContext): number {
  const header = headerOf(context, 'x-smt-expires');
  if (!/^-?\d+$/.test(header)) return 300;
  return Math.max(0, Math.floor((Number(header) - context.builder.env.now()) / 1000));
}

/** The markup, made to report clicks to every address the exchange names. */
function clickable(markup: string, curls: readonly string[]): string {
  if (curls.length === 0) return markup;
  const fetches = curls.map((url) => `fetch(decodeURIComponent('${queryEscape(url)}'.replace(/\\+/g, ' ')), {cache: 'no-cache'});`);
  return `<div style="cursor:pointer" onclick="${fetches.join('')}">${markup}</div>`;
}

function toBid(bid: SharedBid, type: string, context: AnswerContext): BidPatch | BidderError {
  const ext = readBidExt(bid.ext ?? null);
  if (typeof ext === 'string') return faultOf(context)('Invalid bid.ext.');
  const exp = secondsLeft(context);
  if (type === 'banner') return { exp, adm: clickable(bid.adm ?? '', ext.curls ?? []) };
  if (type !== 'native') return { exp };
  const markup = parseObject(bid.adm ?? '');
  if (typeof markup === 'string') return faultOf(context)(`Invalid ad markup ${bid.adm ?? ''}.`);
  return { exp, adm: JSON.stringify(markup['native'] ?? null).replace(/[<>&\u2028\u2029]/g, escaped) };
}

/** Characters that mean something in markup, as JSON that goes into a page has them. */
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

function toType({ id, adm = '' }: SharedBid, context: AnswerContext): MediaType | BidderError {
  if (context.builder.dialect === 'java' && adm.trim() === '') return badInput(`Empty ad markup in bid with id: ${id}`);
  const adType = headerOf(context, 'x-smt-adtype');
  return AD_TYPES.get(adType) ?? faultOf(context)(`Unknown markup type ${adType}.`);
}

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
    info.entry === 'video' && !imp.video ? badInput('Invalid MediaType. Smaato only supports Video for AdPod.') : undefined,
  fanout: (slots, { info }) =>
    info.entry === 'video' ? groupBy(slots, ({ imp }) => imp.id.split('_', 1)[0]) : slots.flatMap((slot) => formats(slot)),
  request: toRequest,
  status: statusPolicy({ other: 'Unexpected status code: %d. Run with request.debug = 1 for more info.', badInput: [] }),
  response: {
    currency: { fixed: 'USD' },
    check: (_, context) => (headerOf(context, 'x-smt-adtype') === '' ? faultOf(context)('X-Smt-Adtype header is missing.') : undefined),
    mediaType: toType,
    bid: toBid,
    beside: ({ ext, cat = [] }, type) => {
      const known = readBidExt(ext ?? null);
      if (type !== 'video' || typeof known === 'string') return undefined;
      return { video: { duration: known.duration ?? 0, primary_category: cat[0] ?? '' } };
    },
  },
});
