/** The fields each OpenRTB release after 2.5 added, and their removal for bidders of older versions. */

import { isObject, isUnsafeKey } from '#src/json/merge.ts';
import type { Ext } from './ext.ts';
import type { BidRequest } from './ortb.ts';

/** Fields by name: `true` is removed, a tree continues below (through lists as well). */
export interface FieldTree {
  readonly [name: string]: true | FieldTree;
}

/** One path per word: fields joined by `.`, alternatives by `,`. */
function toFields(text: string): FieldTree {
  const tree: { [name: string]: true | FieldTree } = {};
  for (const path of text.trim().split(/\s+/)) addPath(tree, path.split('.'));
  return tree;
}

function addPath(tree: { [name: string]: true | FieldTree }, [names = '', ...below]: string[]): void {
  for (const name of names.split(',')) {
    if (below.length === 0) tree[name] = true;
    else if (tree[name] !== true) {
      const nested = { ...tree[name] };
      addPath(nested, below);
      tree[name] = nested;
    }
  }
}

const PODS = 'rqddurs,poddur,podid,podseq,mincpmpersec,slotinpod';

const ADDED = {
  '26': `wlangb cattax app,site.cattax,kwarray app,site.content.cattax,kwarray,langb,network,channel app,site.content.producer.cattax
    app,site.publisher.cattax device.sua,langb user.kwarray imp.ssai imp.audio,video.${PODS} imp.video.maxseq
    regs.gdpr,us_privacy source.schain user.consent,eids imp.rwdd`,
  '202211': 'dooh app,site.inventorypartnerdomain regs.gpp,gpp_sid imp.qty,dt',
  '202303': 'imp.refresh imp.video.plcmt',
  '202309': 'acat imp.audio,video.durfloors imp.pmp.deals.guar,mincpmpersec,durfloors',
  '202402': 'imp.video.poddedupe',
  '202409': 'user.eids.inserter,matcher,mm',
  '202501': 'app,site.content.gtax,genres',
  '202505': 'app,site.content.data.cids user.data.cids',
} as const;

export type Release = keyof typeof ADDED;

/** The fields each release added, as trees. */
export const RELEASES = Object.fromEntries(Object.entries(ADDED).map(([release, text]) => [release, toFields(text)])) as {
  readonly [release in Release]: FieldTree;
};

/** Fields with a 2.5 location (they move there), and the inventory itself. */
const UNCHANGED = new Set(['dooh', 'regs.gdpr,us_privacy', 'source.schain', 'user.consent,eids', 'imp.rwdd']);

/** Fields of 2.6 that belong to none of these releases. */
const OTHERS = ['imp.audio.maxseq', 'app,site.content.realtime,firstbroadcast'];

/** Everything that `strict` removes. */
export const STRICT: FieldTree = toFields(
  [...OTHERS, ...Object.values(ADDED).flatMap((text) => text.split(/\s+/))].filter((path) => !UNCHANGED.has(path)).join(' '),
);

/** A value without these fields; the same value if it has none of them, else a copy that shares all other parts. */
export function without<T extends BidRequest | Ext>(value: T, fields: FieldTree): T {
  return strip(value, fields) as T;
}

function strip(value: unknown, fields: FieldTree): unknown {
  if (Array.isArray(value)) return stripList(value, fields);
  if (!isObject(value)) return value;
  let changed: Map<string, unknown> | undefined;
  for (const name in fields) {
    const field = value[name];
    if (field === undefined) continue;
    const below = fields[name];
    const stripped = below === true || below === undefined ? undefined : strip(field, below);
    if (stripped === field) continue;
    changed ??= new Map();
    changed.set(name, stripped);
  }
  return changed ? replaced(value, changed) : value;
}

function stripList(list: unknown[], fields: FieldTree): unknown[] {
  let copy: unknown[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const stripped = strip(list[i], fields);
    if (stripped === list[i]) continue;
    copy ??= list.slice();
    copy[i] = stripped;
  }
  return copy ?? list;
}

/** The object with some fields replaced; those replaced by undefined are removed. */
function replaced(value: Ext, changed: ReadonlyMap<string, unknown>): Ext {
  const copy: Ext = {};
  for (const name in value) {
    if (isUnsafeKey(name)) continue;
    if (!changed.has(name)) copy[name] = value[name];
    else if (changed.get(name) !== undefined) copy[name] = changed.get(name);
  }
  return copy;
}
