/** The ids of stored data in the body. */
import { shapeError } from '#src/json/checks.ts';
import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { extError } from '#src/openrtb/ext-shapes.ts';
import type { Auction } from '../auction.ts';
import { invalid } from '../rejection.ts';
import type { Services } from '../services.ts';

/** Reads the `ext.srv` of the body and of every imp; wrong types are rejected, the errors of all imps together and before the body's. */
export function readStoredIds(auction: Auction, { config: { rules }, dialect, clock }: Services): void {
  const { body, input } = auction;
  input.storageTimeoutMs = storageTimeout(body, rules);
  input.storageBegunUs = clock.micros();
  const errors: string[] = [];
  const imps = body['imp'];
  if (Array.isArray(imps)) {
    input.storedImpIds = imps.map((imp: unknown, i) => {
      const srv = field(field(imp, 'ext'), 'srv');
      if (srv === undefined || srv === null) return undefined;
      const error = extError('ImpSrv', srv, rules.coerceTypes);
      if (error) errors.push(dialect.stored.badImp(shapeError(error, `request.imp[${i}].ext.srv`), imp));
      const ofImp = field(srv, 'storedrequest');
      const missingId = dialect.stored.missingIdError(ofImp);
      if (missingId !== undefined) errors.push(missingId);
      const stored = field(ofImp, 'id');
      return typeof stored === 'string' && stored !== '' ? stored : undefined;
    });
  }
  const named = field(field(body['ext'], 'srv'), 'storedrequest');
  const id = idOf(field(named, 'id'), rules.coerceTypes);
  const error = dialect.stored.missingIdError(named) ?? (isId(id) ? undefined : 'ext.srv.storedrequest.id must be a string');
  if (error !== undefined && rules.firstErrorOnly) errors.unshift(error);
  else if (error !== undefined && errors.length === 0) errors.push(error);
  if (errors.length > 0) auction.rejection = invalid(...(rules.firstErrorOnly ? errors.slice(0, 1) : errors));
  else input.storedRequestId = isId(id) ? id : undefined;
}

const isId = (id: unknown): id is string | undefined => id === undefined || typeof id === 'string';

/** The body is not decoded yet: on a host that corrects types a number is an id. */
const idOf = (id: unknown, coercesTypes: boolean): unknown => (coercesTypes && typeof id === 'number' ? String(id) : id);

const field = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

/** ms: the body's own `tmax` if it is a positive integer, else the host's. */
export function storageTimeout(body: Ext, { storedDataTimeoutMs }: Pick<Services['config']['rules'], 'storedDataTimeoutMs'>): number {
  const { tmax } = body;
  if (typeof tmax === 'number' && Number.isInteger(tmax) && tmax > 0) return tmax;
  return storedDataTimeoutMs;
}
