/** Removes empty user ids. */
import type { EID, UID } from '#src/openrtb/ortb.ts';

/** Receives everything that is removed: `eids` complete entries, `uids` single ids. */
export type EidWarning = (kind: 'eids' | 'uids', message: string) => void;

/** Whether an entry has an id of its own beside or instead of `uids`, as older clients send it. */
export const hasOwnId = ({ id }: EID): boolean => typeof id === 'string' && id.trim() !== '';

/** The entries with a source and at least one id. */
export function usableEids(eids: readonly EID[], warn: EidWarning): EID[] {
  const retained: EID[] = [];
  for (const [i, eid] of eids.entries()) {
    if (!eid.source) {
      warn('eids', `request.user.eids[${i}] removed due to missing source`);
      continue;
    }
    const uids = usableUids(eid.uids ?? [], i, warn);
    if (uids.length === 0 && hasOwnId(eid)) retained.push(eid.uids ? { ...eid, uids: undefined } : eid);
    else if (uids.length === 0) warn('eids', `request.user.eids[${i}] (source: ${eid.source}) removed due to empty uids`);
    else retained.push(uids.length === eid.uids?.length ? eid : { ...eid, uids });
  }
  return retained;
}

/** The ids that are not empty; `index` is their entry. */
export function usableUids(uids: readonly UID[], index: number, warn: EidWarning): UID[] {
  return uids.filter((uid, j) => {
    if (uid.id) return true;
    warn('uids', `request.user.eids[${index}].uids[${j}] removed due to empty ids`);
    return false;
  });
}
