/** The members of `ext` objects that move to 2.6, checked in the order they are read (auction-request.md 6.1, 6.2); our own `ext.srv` is not looked into. */
import { type Fault, faultText, KINDS, type Kind, listOf, objectOf } from './checks.ts';
import { shapeKind } from './decode.ts';
import type { BidRequest } from './ortb.ts';

const gdpr: Kind = { ...KINDS.i8, check: (value) => (Number.isInteger(value) ? undefined : { path: '', text: 'gdpr must be an integer' }) };
/** A number is made a text later. */
const gpc: Kind = { ...KINDS.s, check: (value, ...more) => (typeof value === 'number' ? undefined : KINDS.s.check(value, ...more)) };

const members = (...named: [string, Kind][]): Kind => objectOf(() => new Map(named));

const EXT = {
  request: members(['schain', shapeKind('SupplyChain')]),
  source: members(['schain', shapeKind('SupplyChain')]),
  regs: members(['gdpr', gdpr], ['us_privacy', KINDS.s], ['gpc', gpc]),
  user: members(['consent', KINDS.s], ['eids', listOf(shapeKind('EID'))]),
};

/** The refusal's text for the first `ext` that cannot be read (`lenientOldSchain`: not for `ext.schain`). Spelling and nulls are put right on the way. */
export function extRequestFault(request: BidRequest, loose: boolean, lenientOldSchain: boolean): string | undefined {
  return (
    fault('req.ext', lenientOldSchain ? KINDS.o : EXT.request, request, loose) ??
    fault('req.source.ext', EXT.source, request.source, loose) ??
    fault('req.regs.ext', EXT.regs, request.regs, loose) ??
    fault('req.user.ext', EXT.user, request.user, loose) ??
    impFault(request, loose)
  );
}

function impFault({ imp }: BidRequest, loose: boolean): string | undefined {
  for (let i = 0; i < (imp?.length ?? 0); i++) {
    const found = fault(`imp[${i}].imp.ext`, KINDS.o, imp[i], loose);
    if (found) return found;
  }
  return undefined;
}

function fault(name: string, kind: Kind, owner: { ext?: unknown } | undefined, loose: boolean): string | undefined {
  if (owner?.ext === undefined || owner.ext === null) return undefined;
  const found = kind.check(owner.ext, {}, '', loose);
  return found && `${name} is invalid: ${textOf(found)}`;
}

/** Direct members are decoded one by one: their faults come without a path. */
const textOf = (found: Fault): string => (/^\.[^.[]*$/.test(found.path) ? found.text : faultText(found, 'ext'));
