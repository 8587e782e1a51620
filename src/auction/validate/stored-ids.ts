/** Which stored data the body names (auction-request.md 4.1 and 4.2). */
import { placedText } from '#src/wire/checks.ts';
import type { Ext } from '#src/wire/ext.ts';
import { extFault } from '#src/wire/ext-shapes.ts';
import { isObject } from '#src/wire/merge.ts';
import { invalid } from '#src/wire/refusal.ts';
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';

/** Looks at the body's `ext.srv` and at every imp's; wrong types there are refused, all imps' together. */
export function readStoredIds(auction: Auction, { config }: Services): void {
  const { body, intake } = auction;
  intake.storageTimeoutMs = storageTimeout(body, config);
  const java = config.variant === 'java';
  const named = member(member(body['ext'], 'srv'), 'storedrequest');
  const id = member(named, 'id');
  if (java && isNameless(named)) {
    auction.refusal = invalid(NAMELESS);
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
    const fault = extFault('ImpSrv', srv, config.rules.coerceTypes);
    if (fault) faults.push(impText(placedText(fault, `request.imp[${i}].ext.srv`), imp, java));
    const ofImp = member(srv, 'storedrequest');
    if (java && isNameless(ofImp)) faults.push(NAMELESS);
    const stored = member(ofImp, 'id');
    return typeof stored === 'string' && stored !== '' ? stored : undefined;
  });
  if (faults.length > 0) auction.refusal = invalid(...(java ? faults.slice(0, 1) : faults));
}

const NAMELESS = 'Id is not found in storedRequest';

/** Java variant: whoever speaks of a stored request must name it. */
const isNameless = (storedRequest: unknown): boolean => isObject(storedRequest) && (storedRequest['id'] ?? null) === null;

const impText = (fault: string, imp: unknown, java: boolean): string =>
  java ? `Incorrect Imp extension format for Imp with id ${String(member(imp, 'id') ?? null)}: ${fault}` : fault;

const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

/** ms: the body's own `tmax` where it is a whole number above 0, else the host's. */
export function storageTimeout(body: Ext, config: Services['config']): number {
  const { tmax } = body;
  if (typeof tmax === 'number' && Number.isInteger(tmax) && tmax > 0) return tmax;
  return config.rules.storedDataTimeoutMs;
}
