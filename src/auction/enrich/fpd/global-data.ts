/** First-party data that only named bidders may see, taken out of the request (auction-request.md 13.4, step 3). */
import type { Ext } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { BidRequest, Content, Data } from '#src/wire/ortb.ts';

/** What was taken out: `ext.data` of four objects, `user.data`, and the data of three contents. */
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
 * Takes the data out of the request's own objects; the objects themselves are replaced, not written to. An `ext` that held
 * nothing else goes with it.
 */
export function takeGlobalData(request: BidRequest): GlobalData {
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
    taken[`${part}ContentData`] = content.data;
    replace(request, part, { ...holder(request, part), content: { ...content, data: undefined } });
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

/** The request's objects with the data back in them; those without any are the request's own. */
export function withGlobalData(request: Holders, data: GlobalData): Holders {
  const whole: Holders = { site: request.site, app: request.app, dooh: request.dooh, user: request.user, device: request.device };
  for (const part of ['site', 'app', 'dooh', 'user'] as const) {
    const object = holder(whole, part);
    const extData = data[part];
    if (!object || extData === undefined) continue;
    const present = object.ext?.['data'];
    const merged = isObject(present) && isObject(extData) ? { ...present, ...extData } : extData;
    replace(whole, part, { ...object, ext: { ...object.ext, data: merged } });
  }
  for (const part of ['site', 'app', 'dooh'] as const) {
    const contentData = data[`${part}ContentData`];
    const object = holder(whole, part);
    if (object && contentData) replace(whole, part, { ...object, content: { ...object.content, data: contentData } });
  }
  if (whole.user && data.userData) whole.user = { ...whole.user, data: data.userData };
  return whole;
}
