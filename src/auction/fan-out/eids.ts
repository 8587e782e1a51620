/** Who may see which extended ids: `ext.srv.data.eidpermissions` (auction-exchange.md 3.5). */
import type { EidPermission } from '#src/wire/ext.ts';
import type { EID } from '#src/wire/ortb.ts';

const CRITERIA = ['inserter', 'source', 'matcher', 'mm'] as const;

/** How many criteria of the rule the id meets; 0 where it misses one (or the rule has none). */
function matches(rule: EidPermission, eid: EID): number {
  let met = 0;
  for (const criterion of CRITERIA) {
    if (rule[criterion] === undefined || rule[criterion] === '') continue;
    if (rule[criterion] !== eid[criterion]) return 0;
    met++;
  }
  return met;
}

/** Who may see an id: names in lower case, or `*`; undefined: everybody. */
type Audience = ReadonlySet<string> | undefined;

const audiences = new WeakMap<readonly EidPermission[], { readonly eids: readonly EID[]; readonly of: readonly Audience[] }>();

/** The audience of each id; worked out once an auction, not for every bidder. */
function audiencesOf(eids: readonly EID[], permissions: readonly EidPermission[]): readonly Audience[] {
  const known = audiences.get(permissions);
  if (known?.eids === eids) return known.of;
  const bySource = Map.groupBy(permissions, ({ source }) => source ?? '');
  const anywhere = bySource.get('') ?? [];
  const of = eids.map((eid) => audienceOf(eid, [...((eid.source && bySource.get(eid.source)) || []), ...anywhere]));
  audiences.set(permissions, { eids, of });
  return of;
}

/** Of the rules that fit an id most closely. */
function audienceOf(eid: EID, permissions: readonly EidPermission[]): Audience {
  let closest = 0;
  let names: Set<string> | undefined;
  for (const rule of permissions) {
    const met = matches(rule, eid);
    if (met === 0 || met < closest) continue;
    if (met > closest) names = new Set();
    closest = met;
    for (const name of rule.bidders ?? []) names?.add(name.toLowerCase());
  }
  return names;
}

/**
 * The ids a bidder may see: of the rules that fit an id most closely one must name the bidder (in any case) or `*`; an id
 * without rules is free. The same list where nothing is taken out, undefined where nothing is left.
 */
export function eidsFor(eids: EID[], permissions: readonly EidPermission[], bidder: string): EID[] | undefined {
  const wanted = bidder.toLowerCase();
  const of = audiencesOf(eids, permissions);
  const kept = eids.filter((_, i) => {
    const audience = of[i];
    return !audience || audience.has('*') || audience.has(wanted);
  });
  return kept.length === eids.length ? eids : kept.length > 0 ? kept : undefined;
}
