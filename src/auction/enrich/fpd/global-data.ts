/** First-party data that only named bidders may see, removed from the request. */

import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest, Content, Data } from '#src/openrtb/ortb.ts';

/** The removed data: `ext.data` of four objects, `user.data`, and the data of three contents. */
export interface GlobalData {
  readonly site?: unknown;
  readonly app?: unknown;
  readonly dooh?: unknown;
  readonly user?: unknown;
  readonly userData?: Data[] | undefined;
  readonly siteContentData?: Data[] | undefined;
  readonly appContentData?: Data[] | undefined;
  readonly doohContentData?: Data[] | undefined;
}

type Part = 'site' | 'app' | 'dooh' | 'user';
/** The objects that can hold first-party data. */
export type Holders = Pick<BidRequest, 'site' | 'app' | 'dooh' | 'user' | 'device'>;

interface Holder {
  ext?: Ext | undefined;
  content?: Content | undefined;
  data?: Data[] | undefined;
}

const holder = (request: Holders, part: Part): Holder | undefined => request[part] as Holder | undefined;

/**
 * Removes the data from the request's objects; the objects are replaced, not modified. An `ext` that becomes empty is removed as well.
 * @param removesEmptyContent so is a `content`
 */
export function takeGlobalData(request: BidRequest, removesEmptyContent: boolean): GlobalData {
  const taken: { -readonly [K in keyof GlobalData]: GlobalData[K] } = {};
  for (const part of ['site', 'app', 'dooh', 'user'] as const) {
    const object = holder(request, part);
    const extData = object?.ext?.['data'];
    if (!object || extData === undefined) continue;
    taken[part] = extData;
    const { data: _, ...ext } = object.ext ?? {};
    replace(request, part, { ...object, ext: Object.keys(ext).length > 0 ? ext : undefined });
  }
  for (const part of ['site', 'app', 'dooh'] as const) {
    const content = request[part]?.content;
    if (!content?.data) continue;
    const { data, ...others } = content;
    taken[`${part}ContentData`] = data;
    const isEmpty = removesEmptyContent && Object.keys(others).length === 0;
    replace(request, part, { ...holder(request, part), content: isEmpty ? undefined : others });
  }
  if (request.user?.data) {
    taken.userData = request.user.data;
    request.user = { ...request.user, data: undefined };
  }
  return taken;
}

function replace(request: Holders, part: Part, object: Holder): void {
  (request as { [P in Part]?: Holder })[part] = object;
}

/** The request's objects with the data restored; objects without such data are the request's own. */
export function withGlobalData(request: Holders, data: GlobalData): Holders {
  const full: Holders = { site: request.site, app: request.app, dooh: request.dooh, user: request.user, device: request.device };
  for (const part of ['site', 'app', 'dooh', 'user'] as const) {
    const object = holder(full, part);
    const extData = data[part];
    if (!object || extData === undefined) continue;
    replace(full, part, { ...object, ext: { ...object.ext, data: extData } });
  }
  for (const part of ['site', 'app', 'dooh'] as const) {
    const contentData = data[`${part}ContentData`];
    const object = holder(full, part);
    if (object && contentData) replace(full, part, { ...object, content: { ...object.content, data: contentData } });
  }
  if (full.user && data.userData) full.user = { ...full.user, data: data.userData };
  return full;
}
