/** Which stored data the body names (auction-request.md 4.1 and 4.2). */
import { placedText } from '#src/wire/checks.ts';
import type { Ext } from '#src/wire/ext.ts';
import { extFault } from '#src/wire/ext-shapes.ts';
import { isObject } from '#src/wire/merge.ts';
import { invalid } from '#src/wire/refusal.ts';
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';

/** Looks at the body's `ext.srv` and at every imp's; wrong types there are refused, all imps' together. */
export function readStoredIds(auction: Auction, { config: { rules }, dialect: { stored: texts } }: Services): void {
  const { body, intake } = auction;
  intake.storageTimeoutMs = storageTimeout(body, rules);
  const named = member(member(body['ext'], 'srv'), 'storedrequest');
  const id = member(named, 'id');
  const nameless = texts.nameless(named);
  if (nameless !== undefined) {
    auction.refusal = invalid(nameless);
    return;
  }
  if (id !== undefined && typeof id !== 'string') {
    auction.refusal = invalid('ext.srv.storedrequest.id must be a string');
    return;
  }
  intake.storedRequestId = id;
  const imps = body['imp'];
  if (!Array.isArray(imps)) return;
  const faults: string[] = [];
  intake.storedImpIds = imps.map((imp: unknown, i) => {
    const srv = member(member(imp, 'ext'), 'srv');
    if (srv === undefined || srv === null) return undefined;
    const fault = extFault('ImpSrv', srv, rules.coerceTypes);
    if (fault) faults.push(texts.badImp(placedText(fault, `request.imp[${i}].ext.srv`), imp));
    const ofImp = member(srv, 'storedrequest');
    const unnamed = texts.nameless(ofImp);
    if (unnamed !== undefined) faults.push(unnamed);
    const stored = member(ofImp, 'id');
    return typeof stored === 'string' && stored !== '' ? stored : undefined;
  });
  if (faults.length > 0) auction.refusal = invalid(...(rules.firstErrorOnly ? faults.slice(0, 1) : faults));
}

const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

/** ms: the body's own `tmax` where it is a whole number above 0, else the host's. */
export function storageTimeout(body: Ext, { storedDataTimeoutMs }: Pick<Services['config']['rules'], 'storedDataTimeoutMs'>): number {
  const { tmax } = body;
  if (typeof tmax === 'number' && Number.isInteger(tmax) && tmax > 0) return tmax;
  return storedDataTimeoutMs;
}
