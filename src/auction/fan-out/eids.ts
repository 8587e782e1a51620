/** Who may see which extended ids: `ext.srv.data.eidpermissions`. */
import { memoByObject } from '#src/lang/memo.ts';
import type { EidPermission } from '#src/openrtb/ext.ts';
import type { EID } from '#src/openrtb/ortb.ts';

const CRITERIA = ['inserter', 'source', 'matcher', 'mm'] as const;

type Criterion = (typeof CRITERIA)[number];

/** The rules with the same criteria: the bidders they name, in lower case, by the criteria's values. */
interface Rules {
  readonly criteria: readonly Criterion[];
  readonly named: Map<string, Set<string>>;
}

/** The values of these criteria as one key; undefined: one is missing. */
function keyOf(criteria: readonly Criterion[], fields: EidPermission | EID): string | undefined {
  let key = '';
  for (const criterion of criteria) {
    const value = fields[criterion];
    if (value === undefined) return undefined;
    key = criteria.length === 1 ? String(value) : `${key} ${String(value).length} ${value}`;
  }
  return key;
}

/** Those with the most criteria first; rules without any match no id. Made once per list: rules and ids may be thousands. */
const rulesOf = memoByObject((permissions: readonly EidPermission[]): readonly Rules[] => {
  const byCriteria = new Map<string, Rules>();
  for (const rule of permissions) {
    const criteria = CRITERIA.filter((criterion) => rule[criterion] !== undefined && rule[criterion] !== '');
    const key = keyOf(criteria, rule);
    if (criteria.length === 0 || key === undefined) continue;
    const kind = criteria.join();
    const rules = byCriteria.get(kind) ?? { criteria, named: new Map<string, Set<string>>() };
    byCriteria.set(kind, rules);
    const names = rules.named.get(key) ?? new Set();
    rules.named.set(key, names);
    for (const name of rule.bidders ?? []) names.add(name.toLowerCase());
  }
  return [...byCriteria.values()].sort((a, b) => b.criteria.length - a.criteria.length);
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
function audienceOf(eid: EID, all: readonly Rules[]): Audience {
  let found: ReadonlySet<string>[] | undefined;
  let closest = 0;
  for (const { criteria, named } of all) {
    if (criteria.length < closest) break;
    const key = keyOf(criteria, eid);
    const names = key === undefined ? undefined : named.get(key);
    if (!names) continue;
    found = found ? [...found, names] : [names];
    closest = criteria.length;
  }
  return found;
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
