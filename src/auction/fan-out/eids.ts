/** Who may see which extended ids: `ext.srv.data.eidpermissions`. */
import { memoByObject } from '#src/lang/memo.ts';
import type { EidPermission } from '#src/openrtb/ext.ts';
import type { EID } from '#src/openrtb/ortb.ts';

const CRITERIA = ['inserter', 'source', 'matcher', 'mm'] as const;

/** A set of criteria as bits, and their number. */
interface Mask {
  readonly bits: number;
  readonly size: number;
}

/** The largest first. */
const MASKS: readonly Mask[] = Array.from({ length: 2 ** CRITERIA.length - 1 }, (_, i) => ({
  bits: i + 1,
  size: CRITERIA.filter((__, bit) => (i + 1) & (1 << bit)).length,
})).sort((a, b) => b.size - a.size);

/** The values of these criteria as one key; undefined: one is missing. */
function keyOf(mask: number, fields: EidPermission | EID): string | undefined {
  let key = String(mask);
  for (let bit = 0; bit < CRITERIA.length; bit++) {
    const criterion = mask & (1 << bit) ? CRITERIA[bit] : undefined;
    if (criterion === undefined) continue;
    const value = fields[criterion];
    if (value === undefined) return undefined;
    key += ` ${String(value).length} ${value}`;
  }
  return key;
}

/** Bidders by the criteria and values of the rules that name them, in lower case; and the criteria in use, the most first. */
interface Rules {
  readonly masks: readonly Mask[];
  readonly named: ReadonlyMap<string, ReadonlySet<string>>;
}

const rulesOf = memoByObject((permissions: readonly EidPermission[]): Rules => {
  const used = new Set<number>();
  const named = new Map<string, Set<string>>();
  for (const rule of permissions) {
    const mask = CRITERIA.reduce(
      (bits, criterion, bit) => (rule[criterion] === undefined || rule[criterion] === '' ? bits : bits | (1 << bit)),
      0,
    );
    const key = keyOf(mask, rule) ?? '';
    const names = named.get(key) ?? new Set();
    for (const name of rule.bidders ?? []) names.add(name.toLowerCase());
    named.set(key, names);
    used.add(mask);
  }
  return { masks: MASKS.filter(({ bits }) => used.has(bits)), named };
});

/** Bidders that may see an id, by name in lower case or `*`, in any of the sets; undefined: all. */
type Audience = readonly ReadonlySet<string>[] | undefined;

const audiences = new WeakMap<readonly EidPermission[], { readonly eids: readonly EID[]; readonly of: readonly Audience[] }>();

/** The audience of each id; computed once per auction, not per bidder. */
function audiencesOf(eids: readonly EID[], permissions: readonly EidPermission[]): readonly Audience[] {
  const known = audiences.get(permissions);
  if (known?.eids === eids) return known.of;
  const rules = rulesOf(permissions);
  const of = eids.map((eid) => audienceOf(eid, rules));
  audiences.set(permissions, { eids, of });
  return of;
}

/** From the rules that match an id most closely. */
function audienceOf(eid: EID, { masks, named }: Rules): Audience {
  const found: ReadonlySet<string>[] = [];
  let closest = 0;
  for (const { bits, size } of masks) {
    if (size < closest) break;
    const key = keyOf(bits, eid);
    const names = key === undefined ? undefined : named.get(key);
    if (!names) continue;
    found.push(names);
    closest = size;
  }
  return found.length > 0 ? found : undefined;
}

/**
 * The ids a bidder may see: of the rules that match an id most closely one must name the bidder (in any case) or `*`; an id without rules
 * is unrestricted. Returns the same list if nothing is removed, undefined if nothing remains.
 */
export function eidsFor(eids: EID[], permissions: readonly EidPermission[], bidder: string): EID[] | undefined {
  const wanted = bidder.toLowerCase();
  const of = audiencesOf(eids, permissions);
  const retained = eids.filter((_, i) => {
    const audience = of[i];
    return !audience || audience.some((names) => names.has('*') || names.has(wanted));
  });
  return retained.length === eids.length ? eids : retained.length > 0 ? retained : undefined;
}
