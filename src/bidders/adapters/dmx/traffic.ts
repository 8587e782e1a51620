/** Hooks of the exchange: the publisher in site and app, one copy of an imp per format, and the tracker in VAST. */

import { z } from 'zod';
import { list, object } from '#src/json/values.ts';
import { queryEscape } from '#src/lang/percent.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { DeepReadonly, Publisher } from '#src/openrtb/ortb.ts';
import type { BidderError, SharedRequest } from '../../bidder.ts';
import { aborting, badInput, generic } from '../../errors.ts';
import { paramsIn } from '../../kit/imp-params.ts';
import { type Lenient, readerOf } from '../../kit/reader.ts';
import type { BidPatch, SharedBid } from '../../kit/response-spec.ts';
import type { Group, ImpPatch, ImpWithParams, RequestContext, RequestPatch } from '../../kit/spec.ts';

const params = z.object({
  memberid: z.string(),
  publisher_id: z.string(),
  seller_id: z.string(),
  tagid: z.string(),
  dmxid: z.string(),
  bidfloor: z.number(),
});
export type Params = Lenient<z.input<typeof params>>;
type Item = ImpWithParams<Params>;

/** All params the exchange reads; the published schema lists fewer. */
export const readParams = readerOf(params);

/** The params of the first imp, which hold for the request; or the decoder's message. */
function firstParams({ imp: [first] }: SharedRequest): Result<Params> {
  return first ? paramsIn(first, readParams) : { value: {} };
}

/** A `before` hook: publisher and app id. Unreadable params of the first imp are reported here and again with their imp. */
export function inventoryOf({ request, errors }: RequestContext, badFirst: 'report' | 'ignore'): RequestPatch | BidderError {
  const { user, app, site, device } = request;
  if (!user && !app) return generic('No user id or app id found. Could not send request to DMX.');
  const found = firstParams(request);
  if ('error' in found && badFirst === 'report') errors.push(badInput(found.error));
  const first = 'error' in found ? {} : found.value;
  const id = first.publisher_id || first.memberid;
  return {
    ...(app && { app: { ...app, id: app.id || device?.ifa, publisher: withId(app.publisher, id) } }),
    ...(site && { site: { ...site, publisher: withId(site.publisher, id) } }),
  };
}

const withId = (publisher: DeepReadonly<Publisher> = {}, id = ''): DeepReadonly<Publisher> => ({
  ...publisher,
  ...((publisher.id || id) && { id: publisher.id || id }),
  ext: { dmx: id === '' ? {} : { id } } satisfies Ext,
});

/** The exchange needs an id of the user or app. */
export function checkIds({ app, user }: SharedRequest): BidderError | undefined {
  const hasId = app?.id || user?.id || list(object(user?.ext)['eids']).length > 0;
  return hasId ? undefined : aborting(generic('This request contained no identifier'));
}

const hasFormats = ({ imp }: Item): boolean => Boolean(imp.banner?.format?.length);

/** A `finishImp` hook: imps of the supported formats need a seller; imps without one are not sent. */
export function requireSeller(item: Item): ImpPatch | BidderError | 'skip' | undefined {
  if (!hasFormats(item) && !item.imp.video) return 'skip';
  const { publisher_id, memberid } = item.params;
  return publisher_id || memberid ? undefined : aborting(generic('Missing Params for auction to be send'));
}

/** One copy for banner and one for video, both with all formats of the imp. */
export const eachFormat = (item: Item): Group<Params> =>
  withTag([...(hasFormats(item) ? [changed(item, bannerOf(item))] : []), ...(item.imp.video ? [changed(item, videoOf(item))] : [])]);

/** One copy for all formats (Java variant). */
export const onceEach = (item: Item): Group<Params> => withTag([changed(item, { ...bannerOf(item), ...videoOf(item) })]);

/** Copies without a tag are not sent. */
const withTag = (items: Group<Params>): Group<Params> => items.filter(({ imp }) => imp.tagid);

function changed(item: Item, format: ImpPatch): Item {
  const { bidfloor, tagid, dmxid } = item.params;
  const tag = dmxid || tagid;
  return { ...item, imp: { ...item.imp, ...format, ...(bidfloor && { bidfloor }), ...(tag && { tagid: tag, secure: 1 }) } };
}

function bannerOf({ imp: { banner } }: Item): ImpPatch {
  const [first] = banner?.format ?? [];
  if (!banner || !first || (banner.w !== undefined && banner.h !== undefined)) return {};
  return { banner: { ...banner, w: first.w ?? 0, h: first.h ?? 0 } };
}

const videoOf = ({ imp: { video } }: Item): ImpPatch =>
  video && !video.protocols?.length ? { video: { ...video, protocols: [2, 3, 5, 6, 7, 8] } } : {};

/** The endpoint, with the seller of the first imp. */
export function toUri(_: Group<Params>, { request, builder: { endpoint } }: RequestContext): string {
  const first = firstParams(request);
  const seller = 'error' in first ? '' : first.value.seller_id;
  return seller ? `${endpoint}?sellerid=${queryEscape(seller)}` : endpoint;
}

/** The win notice as a second impression of the VAST. */
export const withTracker = ({ adm, nurl = '' }: SharedBid): BidPatch | undefined =>
  adm === undefined ? undefined : { adm: adm.replace('</Impression>', () => `</Impression><Impression><![CDATA[${nurl}]]></Impression>`) };
