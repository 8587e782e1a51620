/** Validates the `ext` objects with a defined format before any field is moved. */
import { firstCharacter, type ShapeError, shapeError } from '#src/json/checks.ts';
import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { type ExtShapeName, extError } from '#src/openrtb/ext-shapes.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { Auction } from '../auction.ts';
import { invalid } from '../rejection.ts';
import type { Services } from '../services.ts';

/**
 * Validates `ext.srv` of request, imps and user, and `regs.ext.dsa`; normalizes spelling, converts old price granularities to
 * objects (not in lenient mode).
 * @returns the first error message
 */
export function extensionError(request: BidRequest, lenient: boolean): string | undefined {
  const error =
    fieldError('req.ext', request.ext, 'srv', 'RequestSrv', 'request.ext.srv', lenient) ??
    fieldError('req.source.ext', request.source?.ext) ??
    fieldError('req.regs.ext', request.regs?.ext, 'dsa', 'Dsa', 'request.regs.ext.dsa', lenient) ??
    fieldError('req.user.ext', request.user?.ext, 'srv', 'UserSrv', 'request.user.ext.srv', lenient);
  if (error) return error;
  const imps = request.imp ?? [];
  for (let i = 0; i < imps.length; i++) {
    const found = fieldError(`imp[${i}].imp.ext`, imps[i]?.ext, 'srv', 'ImpSrv', `request.imp[${i}].ext.srv`, lenient);
    if (found) return found;
  }
  respellOptions(request.ext?.srv);
  for (const holder of [request, request.source, request.regs, request.user]) dropEmptyExt(holder);
  return undefined;
}

function fieldError(title: string, ext: unknown, name?: string, shape?: ExtShapeName, path = title, lenient = false): string | undefined {
  if (ext === undefined) return undefined;
  let error: ShapeError | undefined;
  if (!isObject(ext)) error = { path: '', message: `expect { or n, but found ${firstCharacter(ext)}` };
  else if (name && shape && ext[name] !== undefined) {
    if (ext[name] === null) delete ext[name];
    else error = extError(shape, ext[name], lenient);
  }
  return error && `${title} is invalid: ${shapeError(error, path)}`;
}

/** An extension that becomes empty by moving its fields is removed. */
function dropEmptyExt(holder: { ext?: object | undefined } | undefined): void {
  if (!holder?.ext) return;
  for (const _ in holder.ext) return;
  delete holder.ext;
}

/** Fields with two accepted names. */
function respellOptions(srv: Ext | undefined): void {
  if (!srv) return;
  const noSale = srv['no-sale'];
  if (noSale !== undefined && srv['nosale'] === undefined && Array.isArray(noSale)) {
    srv['nosale'] = noSale.filter((bidder) => typeof bidder === 'string');
    delete srv['no-sale'];
  }
  if (srv['experimentadscert'] !== undefined && srv['experiment'] === undefined) {
    srv['experiment'] = { adscert: srv['experimentadscert'] };
    delete srv['experimentadscert'];
  }
}

/** The step: rejects a request with an error in one of its extensions. */
export function checkExtensions(auction: Auction, { config, dialect }: Services): void {
  const error = extensionError(auction.request, config.rules.coerceTypes);
  if (error) auction.rejection = invalid(dialect.validate.badExtension(error));
}
