/** The `ext` objects whose contents have a fixed form are checked (auction-request.md 6.1 and 6.2, before anything is moved). */
import { type Fault, faultText, firstCharacter } from '#src/wire/checks.ts';
import type { Ext } from '#src/wire/ext.ts';
import { type ExtShapeName, extFault } from '#src/wire/ext-shapes.ts';
import { isObject } from '#src/wire/merge.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
import { invalid } from '#src/wire/refusal.ts';
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';

/**
 * Checks `ext.srv` of request, imps and user, and `regs.ext.dsa`; spelling is put right, old price granularities become
 * objects (not when reading loosely).
 * @returns the text of the first fault
 */
export function extensionFault(request: BidRequest, loose: boolean): string | undefined {
  const fault =
    memberFault('req.ext', request.ext, 'srv', 'RequestSrv', 'request.ext.srv', loose) ??
    memberFault('req.source.ext', request.source?.ext) ??
    memberFault('req.regs.ext', request.regs?.ext, 'dsa', 'Dsa', 'request.regs.ext.dsa', loose) ??
    memberFault('req.user.ext', request.user?.ext, 'srv', 'UserSrv', 'request.user.ext.srv', loose);
  if (fault) return fault;
  const imps = request.imp ?? [];
  for (let i = 0; i < imps.length; i++) {
    const found = memberFault(`imp[${i}].imp.ext`, imps[i]?.ext, 'srv', 'ImpSrv', `request.imp[${i}].ext.srv`, loose);
    if (found) return found;
  }
  respellOptions(request.ext?.srv);
  for (const holder of [request, request.source, request.regs, request.user]) dropEmptyExt(holder);
  return undefined;
}

function memberFault(title: string, ext: unknown, name?: string, shape?: ExtShapeName, path = title, loose = false): string | undefined {
  if (ext === undefined) return undefined;
  let fault: Fault | undefined;
  if (!isObject(ext)) fault = { path: '', text: `expect { or n, but found ${firstCharacter(ext)}` };
  else if (name && shape && ext[name] !== undefined) {
    if (ext[name] === null) delete ext[name];
    else fault = extFault(shape, ext[name], loose);
  }
  return fault && `${title} is invalid: ${faultText(fault, path)}`;
}

/** An extension that says nothing is left out where members are moved out of it (section 6.2). */
function dropEmptyExt(holder: { ext?: object | undefined } | undefined): void {
  if (!holder?.ext) return;
  for (const _ in holder.ext) return;
  delete holder.ext;
}

/** Members that go by two names (decisions row 10). */
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

/** The step: refuses a request with a fault in one of its extensions. */
export function checkExtensions(auction: Auction, { config, dialect }: Services): void {
  const fault = extensionFault(auction.request, config.rules.coerceTypes);
  if (fault) auction.refusal = invalid(dialect.validate.badExtension(fault));
}
