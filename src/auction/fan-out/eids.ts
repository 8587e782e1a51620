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

const allows = ({ bidders }: EidPermission, bidder: string): boolean =>
  bidders?.some((name) => name === '*' || name.toLowerCase() === bidder) ?? false;

/**
 * The ids a bidder may see: of the rules that fit an id most closely one must name the bidder (in any case) or `*`; an id
 * without rules is free. The same list where nothing is taken out, undefined where nothing is left.
 */
export function eidsFor(eids: EID[], permissions: readonly EidPermission[], bidder: string): EID[] | undefined {
  const wanted = bidder.toLowerCase();
  const kept = eids.filter((eid) => mayPass(eid, permissions, wanted));
  return kept.length === eids.length ? eids : kept.length > 0 ? kept : undefined;
}

function mayPass(eid: EID, permissions: readonly EidPermission[], bidder: string): boolean {
  let closest = 0;
  let allowed = true;
  for (const rule of permissions) {
    const met = matches(rule, eid);
    if (met === 0 || met < closest) continue;
    allowed = (met === closest && allowed) || allows(rule, bidder);
    closest = met;
  }
  return allowed;
}
