/** User ids that say nothing are taken out (auction-request.md 12.3, rows 41 to 43). */
import type { EID, UID } from '#src/wire/ortb.ts';

/** Told of everything that is taken out: `eids` whole entries, `uids` single ids. */
export type EidWarning = (kind: 'eids' | 'uids', text: string) => void;

/** The entries that have a source and at least one id. */
export function usableEids(eids: readonly EID[], warn: EidWarning): EID[] {
  const kept: EID[] = [];
  for (const [i, eid] of eids.entries()) {
    if (!eid.source) {
      warn('eids', `request.user.eids[${i}] removed due to missing source`);
      continue;
    }
    const uids = usableUids(eid.uids ?? [], i, warn);
    if (uids.length === 0) warn('eids', `request.user.eids[${i}] (source: ${eid.source}) removed due to empty uids`);
    else kept.push(uids.length === eid.uids?.length ? eid : { ...eid, uids });
  }
  return kept;
}

/** The ids that are not empty; `index` is the entry they belong to. */
export function usableUids(uids: readonly UID[], index: number, warn: EidWarning): UID[] {
  return uids.filter((uid, j) => {
    if (uid.id) return true;
    warn('uids', `request.user.eids[${index}].uids[${j}] removed due to empty ids`);
    return false;
  });
}
