/** What each OpenRTB release after 2.5 added, and taking it out for bidders that do not know it (auction-exchange.md 3.14). */
import type { Ext } from './ext.ts';
import { isObject, isUnsafeKey } from './merge.ts';
import type { BidRequest } from './ortb.ts';

/** Members by name: `true` is taken out, a tree goes on below (through lists as well). */
export interface Members {
  readonly [name: string]: true | Members;
}

/** One path a word: members joined by `.`, alternatives by `,`. */
function toMembers(text: string): Members {
  const tree: { [name: string]: true | Members } = {};
  for (const path of text.trim().split(/\s+/)) addPath(tree, path.split('.'));
  return tree;
}

function addPath(tree: { [name: string]: true | Members }, [names = '', ...below]: string[]): void {
  for (const name of names.split(',')) {
    if (below.length === 0) tree[name] = true;
    else if (tree[name] !== true) {
      const inner = { ...tree[name] };
      addPath(inner, below);
      tree[name] = inner;
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
} as const;

export type Release = keyof typeof ADDED;

/** What each release added, as trees. */
export const RELEASES = Object.fromEntries(Object.entries(ADDED).map(([release, text]) => [release, toMembers(text)])) as {
  readonly [release in Release]: Members;
};

/** Members that have a place in 2.5 (they move there), and the inventory itself. */
const KEPT = new Set(['dooh', 'regs.gdpr,us_privacy', 'source.schain', 'user.consent,eids', 'imp.rwdd']);

/** All that `strict` takes out: the releases together, and `audio.maxseq`. */
export const STRICT: Members = toMembers(
  ['imp.audio.maxseq', ...Object.values(ADDED).flatMap((text) => text.split(/\s+/))].filter((path) => !KEPT.has(path)).join(' '),
);

/** A value without these members; the same value when it has none of them, else a copy that shares all other parts. */
export function without<T extends BidRequest | Ext>(value: T, members: Members): T {
  return strip(value, members) as T;
}

function strip(value: unknown, members: Members): unknown {
  if (Array.isArray(value)) return stripList(value, members);
  if (!isObject(value)) return value;
  let changed: Map<string, unknown> | undefined;
  for (const name in members) {
    const member = value[name];
    if (member === undefined) continue;
    const below = members[name];
    const stripped = below === true || below === undefined ? undefined : strip(member, below);
    if (stripped === member) continue;
    changed ??= new Map();
    changed.set(name, stripped);
  }
  return changed ? replaced(value, changed) : value;
}

function stripList(list: unknown[], members: Members): unknown[] {
  let copy: unknown[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const stripped = strip(list[i], members);
    if (stripped === list[i]) continue;
    copy ??= list.slice();
    copy[i] = stripped;
  }
  return copy ?? list;
}

/** The object with some members replaced, those replaced by nothing left out. */
function replaced(value: Ext, changed: ReadonlyMap<string, unknown>): Ext {
  const copy: Ext = {};
  for (const name in value) {
    if (isUnsafeKey(name)) continue;
    if (!changed.has(name)) copy[name] = value[name];
    else if (changed.get(name) !== undefined) copy[name] = changed.get(name);
  }
  return copy;
}
