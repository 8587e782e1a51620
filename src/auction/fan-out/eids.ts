/** Who may see which extended ids: `ext.srv.data.eidpermissions`. */
import type { EidPermission } from '#src/openrtb/ext.ts';
import type { EID } from '#src/openrtb/ortb.ts';

const CRITERIA = ['inserter', 'source', 'matcher', 'mm'] as const;

/** The number of matching criteria; 0 if one does not match (or the rule has none). */
function matches(rule: EidPermission, eid: EID): number {
  let met = 0;
  for (const criterion of CRITERIA) {
    if (rule[criterion] === undefined || rule[criterion] === '') continue;
    if (rule[criterion] !== eid[criterion]) return 0;
    met++;
  }
  return met;
}

/** Bidders that may see an id: names in lower case, or `*`; undefined: all. */
type Audience = ReadonlySet<string> | undefined;

const audiences = new WeakMap<readonly EidPermission[], { readonly eids: readonly EID[]; readonly of: readonly Audience[] }>();

/** The audience of each id; computed once per auction, not per bidder. */
function audiencesOf(eids: readonly EID[], permissions: readonly EidPermission[]): readonly Audience[] {
  const known = audiences.get(permissions);
  if (known?.eids === eids) return known.of;
  const bySource = Map.groupBy(permissions, ({ source }) => source ?? '');
  const anywhere = bySource.get('') ?? [];
  const of = eids.map((eid) => audienceOf(eid, [...((eid.source && bySource.get(eid.source)) || []), ...anywhere]));
  audiences.set(permissions, { eids, of });
  return of;
}

/** From the rules that match an id most closely. */
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
 * The ids a bidder may see: of the rules that match an id most closely one must name the bidder (in any case) or `*`; an id without rules
 * is unrestricted. Returns the same list if nothing is removed, undefined if nothing remains.
 */
export function eidsFor(eids: EID[], permissions: readonly EidPermission[], bidder: string): EID[] | undefined {
  const wanted = bidder.toLowerCase();
  const of = audiencesOf(eids, permissions);
  const retained = eids.filter((_, i) => {
    const audience = of[i];
    return !audience || audience.has('*') || audience.has(wanted);
  });
  return retained.length === eids.length ? eids : retained.length > 0 ? retained : undefined;
}
