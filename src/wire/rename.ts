/**
 * The two words for our extension object: `srv` inside, `srv` or `prebid` on the wire (decisions row 1). Renamed is the
 * member of an `ext` object at the places where the word means something (below); never text, never other members.
 * Both directions look at the same places, so that there and back changes nothing.
 */
import type { Ext } from './ext.ts';

export type Word = 'srv' | 'prebid';

type Json = unknown;

/** Objects below an object that may hold an `ext` of ours; lists are gone through. */
interface Places {
  readonly keys: readonly string[];
  readonly below: { readonly [key: string]: Places };
}

const places = (below: { readonly [key: string]: Places } = {}): Places => ({ keys: Object.keys(below), below });

const leaf = places();
const inventory = places({ publisher: leaf, content: leaf });
const request = { site: inventory, app: inventory, dooh: inventory, user: leaf, device: leaf, regs: leaf, source: leaf };
/** Requests, responses, and what is part of either: an imp, a bid, a seat's bids. */
const MESSAGE = places({ ...request, imp: leaf, seatbid: places({ bid: leaf }), bid: leaf });
/** Requests that lie inside our own object of a request or a response. */
const INSIDE = places({ bidderconfig: places({ config: places({ ortb2: MESSAGE }) }) });
const DEBUG = places({ debug: places({ resolvedrequest: MESSAGE }) });

/** An object or a list. */
const isContainer = (value: Json): value is Ext => typeof value === 'object' && value !== null;

/**
 * Renames `prebid` to `srv`, in place. Where both are there, `srv` keeps its members and `prebid` fills in the rest.
 * @returns whether the word `prebid` was met
 */
export function toInner(value: Json): boolean {
  return inner(value, MESSAGE);
}

function inner(value: Json, { keys, below }: Places): boolean {
  if (!isContainer(value)) return false;
  let met = false;
  if (Array.isArray(value)) {
    for (const item of value) if (inner(item, { keys, below })) met = true;
    return met;
  }
  const ext = value['ext'];
  if (isContainer(ext) && !Array.isArray(ext)) {
    if (ext['prebid'] !== undefined) {
      met = true;
      renameInner(value, ext);
    }
    if (innerOwn((value['ext'] as Ext)['srv'])) met = true;
  }
  for (const key of keys) {
    const places = below[key];
    if (places && value[key] !== undefined && inner(value[key], places)) met = true;
  }
  return met;
}

/** Requests inside our own object: configs of single bidders, and imps meant for one of them. */
function innerOwn(srv: Json): boolean {
  if (!isContainer(srv)) return false;
  let met = srv['bidderconfig'] !== undefined && inner(srv, INSIDE);
  const imps = srv['imp'];
  if (isContainer(imps) && !Array.isArray(imps)) for (const bidder in imps) if (inner(imps[bidder], leaf)) met = true;
  return met;
}

function renameInner(holder: Ext, ext: Ext): void {
  const { prebid, srv, ...rest } = ext;
  holder['ext'] = { ...rest, srv: isContainer(srv) && isContainer(prebid) ? { ...prebid, ...srv } : (srv ?? prebid) };
}

/** The same value with `srv` spelled `word`; parts without one are shared, nothing is written to. */
export function toOuter<T>(value: T, word: Word): T {
  return word === 'srv' ? value : (outer(value, MESSAGE) as T);
}

function outer(value: Json, places: Places): Json {
  if (!isContainer(value)) return value;
  if (Array.isArray(value)) return outerList(value, places);
  let copy: Ext | undefined;
  const ext = value['ext'];
  if (isContainer(ext) && !Array.isArray(ext)) {
    const renamed = renameOuter(ext);
    if (renamed !== ext) copy = { ...value, ext: renamed };
  }
  for (const key of places.keys) {
    const before = value[key];
    const below = places.below[key];
    if (before === undefined || !below) continue;
    const after = outer(before, below);
    if (after === before) continue;
    copy ??= { ...value };
    copy[key] = after;
  }
  return copy ?? value;
}

function outerList(list: readonly Json[], places: Places): readonly Json[] {
  let copy: Json[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const item = outer(list[i], places);
    if (item === list[i]) continue;
    copy ??= list.slice();
    copy[i] = item;
  }
  return copy ?? list;
}

function renameOuter(ext: Ext): Ext {
  const shown = ext['debug'] === undefined ? ext : (outer(ext, DEBUG) as Ext);
  if (shown['srv'] === undefined) return shown;
  const renamed: Ext = {};
  for (const key in shown) renamed[key === 'srv' ? 'prebid' : key] = key === 'srv' ? outerOwn(shown[key]) : shown[key];
  return renamed;
}

function outerOwn(srv: Json): Json {
  if (!isContainer(srv)) return srv;
  const configured = srv['bidderconfig'] === undefined ? srv : (outer(srv, INSIDE) as Ext);
  const imps = configured['imp'];
  if (!isContainer(imps) || Array.isArray(imps)) return configured;
  return { ...configured, imp: Object.fromEntries(Object.entries(imps).map(([bidder, imp]) => [bidder, outer(imp, leaf)])) };
}

/** Texts that name our paths, in the caller's word. */
export const textInWord = (text: string, word: Word): string => (word === 'srv' ? text : text.replaceAll('ext.srv', 'ext.prebid'));
