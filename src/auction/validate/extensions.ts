/** Validates the `ext` objects with a defined format before any field is moved. */
import { notAnObject, type ShapeError, shapeError } from '#src/json/checks.ts';
import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { extRequestError } from '#src/openrtb/ext-errors.ts';
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
  const { ext, source, regs, user, imp: imps = [] } = request;
  const error =
    messageOf('req.ext', 'request.ext.srv', checkExt(ext, lenient, SRV)) ??
    messageOf('req.source.ext', 'req.source.ext', checkExt(source?.ext, lenient)) ??
    messageOf('req.regs.ext', 'request.regs.ext.dsa', checkExt(regs?.ext, lenient, DSA)) ??
    messageOf('req.user.ext', 'request.user.ext.srv', checkExt(user?.ext, lenient, USER_SRV));
  if (error) return error;
  for (let i = 0; i < imps.length; i++) {
    const found = checkExt(imps[i]?.ext, lenient, IMP_SRV);
    if (found) return messageOf(`imp[${i}].imp.ext`, `request.imp[${i}].ext.srv`, found);
  }
  respellOptions(ext?.srv);
  for (const holder of [request, source, regs, user]) dropEmptyExt(holder);
  return undefined;
}

/** The field of an extension that has a defined format. */
interface DefinedField {
  readonly name: string;
  readonly shape: ExtShapeName;
}

const SRV: DefinedField = { name: 'srv', shape: 'RequestSrv' };
const DSA: DefinedField = { name: 'dsa', shape: 'Dsa' };
const USER_SRV: DefinedField = { name: 'srv', shape: 'UserSrv' };
const IMP_SRV: DefinedField = { name: 'srv', shape: 'ImpSrv' };

/** The first error of an extension, or of its defined field. A null field is removed. */
function checkExt(ext: unknown, lenient: boolean, field?: DefinedField): ShapeError | undefined {
  if (ext === undefined) return undefined;
  if (!isObject(ext)) return { path: '', message: notAnObject(ext) };
  if (field === undefined || ext[field.name] === undefined) return undefined;
  if (ext[field.name] !== null) return extError(field.shape, ext[field.name], lenient);
  delete ext[field.name];
  return undefined;
}

/** @param title of the extension; `path` is that of its defined field */
const messageOf = (title: string, path: string, error: ShapeError | undefined): string | undefined =>
  error && `${title} is invalid: ${shapeError(error, path)}`;

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

const TITLES = ['req.ext', 'req.source.ext', 'req.regs.ext', 'req.user.ext'];

/** The position of an error's extension; those of imps are the last. */
function positionOf(error: string): number {
  const position = TITLES.findIndex((title) => error.startsWith(`${title} `));
  return position < 0 ? TITLES.length : position;
}

/** The step: rejects a request with the error of its first malformed extension; without an error here, fields that move are checked later. */
export function checkExtensions(auction: Auction, { config, dialect }: Services): void {
  const { coerceTypes, lenientOldSchain } = config.rules;
  const error = extensionError(auction.request, coerceTypes);
  if (error === undefined) return;
  const moved = extRequestError(auction.request, coerceTypes, lenientOldSchain);
  const first = moved !== undefined && positionOf(moved) < positionOf(error) ? moved : error;
  auction.rejection = invalid(dialect.validate.badExtension(first));
}
