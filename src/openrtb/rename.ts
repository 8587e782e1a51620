/**
 * The two keys of our extension object: `srv` internally, `srv` or `prebid` in external messages. Only fields of an `ext` object at the
 * locations below are renamed, never text or other fields. Both directions use the same locations, so a round trip changes nothing.
 */
import type { Ext } from './ext.ts';

export type ExtKey = 'srv' | 'prebid';

type Json = unknown;

/** Nested objects that may have an `ext` of ours; lists of them are traversed, lists in lists are not. */
interface Places {
  /** Our own object is in the object itself, not in its `ext`. */
  readonly isOwn?: boolean;
  readonly keys: readonly string[];
  readonly below: { readonly [key: string]: Places };
}

const places = (below: { readonly [key: string]: Places } = {}): Places => ({ keys: Object.keys(below), below });

const leaf = places();
const inventory = places({ publisher: leaf, content: leaf });
const request = { site: inventory, app: inventory, dooh: inventory, user: leaf, device: leaf, regs: leaf, source: leaf };
/** Requests, responses, and their parts: an imp, a bid, a seat's bids. */
const MESSAGE = places({ ...request, imp: leaf, seatbid: places({ bid: leaf }), bid: leaf });
/** Requests nested in our own object of a request or a response. */
const INSIDE = places({ bidderconfig: places({ config: places({ ortb2: MESSAGE }) }) });
/** Fields of bidders' own forms that contain a request or parts of it. */
const REQUESTS = { ortb2: MESSAGE, bidRequest: MESSAGE, request: MESSAGE, tech: MESSAGE };
/** Bodies of calls to bidders: OpenRTB, and forms of their own with a request or our object in them. */
const CALL = places({ ...MESSAGE.below, ...REQUESTS, placements: { ...leaf, isOwn: true } });
/** Responses: an AMP response nests the extension of its auction. */
const RESPONSE = places({ ...MESSAGE.below, ortb2: leaf });
/** Parts of a response's extension that are messages of their own. */
const REPORTS = places({ debug: places({ resolvedrequest: MESSAGE }), seatnonbid: places({ nonbid: leaf }) });

/** An object or a list. */
const isContainer = (value: Json): value is Ext => typeof value === 'object' && value !== null;

/**
 * Renames `prebid` to `srv`, in place. If both are present, `srv` keeps its fields and `prebid` adds the others.
 * @returns whether the key `prebid` occurred
 */
export function normaliseExt(value: Json): boolean {
  return normalise(value, MESSAGE);
}

function normalise(value: Json, { keys, below }: Places): boolean {
  if (!isContainer(value)) return false;
  let met = false;
  if (Array.isArray(value)) {
    for (const item of value) if (!Array.isArray(item) && normalise(item, { keys, below })) met = true;
    return met;
  }
  const ext = value['ext'];
  if (isContainer(ext) && !Array.isArray(ext)) {
    if (ext['prebid'] !== undefined) {
      met = true;
      renameToSrv(value, ext);
    }
    if (normaliseOwn((value['ext'] as Ext)['srv'])) met = true;
  }
  for (const key of keys) {
    const places = below[key];
    if (places && value[key] !== undefined && normalise(value[key], places)) met = true;
  }
  return met;
}

/** Requests inside our own object: configs of single bidders, and imps for one of them. */
function normaliseOwn(srv: Json): boolean {
  if (!isContainer(srv)) return false;
  let met = srv['bidderconfig'] !== undefined && normalise(srv, INSIDE);
  const imps = srv['imp'];
  if (isContainer(imps) && !Array.isArray(imps)) for (const bidder in imps) if (normalise(imps[bidder], leaf)) met = true;
  return met;
}

function renameToSrv(holder: Ext, ext: Ext): void {
  const { prebid, srv, ...rest } = ext;
  holder['ext'] = { ...rest, srv: isContainer(srv) && isContainer(prebid) ? { ...prebid, ...srv } : (srv ?? prebid) };
}

/** The same value with `srv` renamed to `word`; other parts are shared, nothing is modified. */
export function denormaliseExt<T>(value: T, extKey: ExtKey): T {
  return extKey === 'srv' ? value : (denormalise(value, RESPONSE) as T);
}

/** The same for the body of a call to a bidder. */
export function denormaliseCall<T>(body: T, extKey: ExtKey): T {
  return extKey === 'srv' ? body : (denormalise(body, CALL) as T);
}

function denormalise(value: Json, places: Places): Json {
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return denormaliseList(value, places);
  const renamedOwn = places.isOwn ? renameToPrebid(value) : value;
  let copy = renamedOwn === value ? undefined : renamedOwn;
  const ext = value['ext'];
  if (isContainer(ext) && !Array.isArray(ext)) {
    const renamed = renameToPrebid(ext);
    if (renamed !== ext) copy = { ...renamedOwn, ext: renamed };
  }
  for (const key of places.keys) {
    const before = value[key];
    const below = places.below[key];
    if (before === undefined || !below) continue;
    const after = denormalise(before, below);
    if (after === before) continue;
    copy ??= { ...value };
    copy[key] = after;
  }
  return copy ?? value;
}

function denormaliseList(list: readonly Json[], places: Places): readonly Json[] {
  let copy: Json[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const before = list[i];
    const item = Array.isArray(before) ? before : denormalise(before, places);
    if (item === before) continue;
    copy ??= list.slice();
    copy[i] = item;
  }
  return copy ?? list;
}

function renameToPrebid(ext: Ext): Ext {
  const reports = ext['debug'] !== undefined || ext['seatnonbid'] !== undefined;
  const shown = reports ? (denormalise(ext, REPORTS) as Ext) : ext;
  if (shown['srv'] === undefined) return shown;
  const renamed: Ext = {};
  for (const key in shown) renamed[key === 'srv' ? 'prebid' : key] = key === 'srv' ? denormaliseOwn(shown[key]) : shown[key];
  return renamed;
}

function denormaliseOwn(srv: Json): Json {
  if (!isContainer(srv)) return srv;
  const configured = srv['bidderconfig'] === undefined ? srv : (denormalise(srv, INSIDE) as Ext);
  const imps = configured['imp'];
  if (!isContainer(imps) || Array.isArray(imps)) return configured;
  return { ...configured, imp: Object.fromEntries(Object.entries(imps).map(([bidder, imp]) => [bidder, denormalise(imp, leaf)])) };
}

/** Messages that contain our paths, with the caller's key. */
export const messageWithExtKey = (text: string, extKey: ExtKey): string =>
  extKey === 'srv' ? text : text.replaceAll('ext.srv', 'ext.prebid');
