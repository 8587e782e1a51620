/** The fields of `ext` objects that move to 2.6, checked in the order of decoding; our own `ext.srv` is not checked here. */
import { KINDS, type Kind, listOf, objectOf, type ShapeError, shapeError } from '#src/json/checks.ts';
import { shapeKind } from './decode.ts';
import type { BidRequest } from './ortb.ts';

const gdpr: Kind = {
  ...KINDS.i8,
  check: (value, ...more) => (KINDS.i8.check(value, ...more) === undefined ? undefined : { path: '', message: 'gdpr must be an integer' }),
};
/** A number is converted to a string later. */
const gpc: Kind = { ...KINDS.s, check: (value, ...more) => (typeof value === 'number' ? undefined : KINDS.s.check(value, ...more)) };

const fields = (...named: [string, Kind][]): Kind => objectOf(() => new Map(named));

/** Only the Go variant decodes the providers: a string in one place, their ids in the other. */
const providers = (kind: Kind): Kind => {
  const settings = fields(['consented_providers', kind]);
  return { ...settings, check: (value, holder, key, lenient) => (lenient ? undefined : settings.check(value, holder, key, lenient)) };
};

const EXT = {
  request: fields(['schain', shapeKind('SupplyChain')]),
  source: fields(['schain', shapeKind('SupplyChain')]),
  regs: fields(['gdpr', gdpr], ['us_privacy', KINDS.s], ['gpc', gpc]),
  user: fields(
    ['consent', KINDS.s],
    ['eids', listOf(shapeKind('EID'))],
    ['ConsentedProvidersSettings', providers(KINDS.s)],
    ['consented_providers_settings', providers(listOf(KINDS.i))],
  ),
};

/** The error message for the first malformed `ext` (`lenientOldSchain`: not for `ext.schain`). Normalizes spelling and nulls. */
export function extRequestError(request: BidRequest, lenient: boolean, lenientOldSchain: boolean): string | undefined {
  return (
    error('req.ext', lenientOldSchain ? KINDS.o : EXT.request, request, lenient) ??
    error('req.source.ext', EXT.source, request.source, lenient) ??
    error('req.regs.ext', EXT.regs, request.regs, lenient) ??
    error('req.user.ext', EXT.user, request.user, lenient) ??
    impError(request, lenient)
  );
}

function impError({ imp }: BidRequest, lenient: boolean): string | undefined {
  for (let i = 0; i < (imp?.length ?? 0); i++) {
    const found = error(`imp[${i}].imp.ext`, KINDS.o, imp[i], lenient);
    if (found) return found;
  }
  return undefined;
}

function error(name: string, kind: Kind, owner: { ext?: unknown } | undefined, lenient: boolean): string | undefined {
  if (owner?.ext === undefined || owner.ext === null) return undefined;
  const found = kind.check(owner.ext, {}, '', lenient);
  return found && `${name} is invalid: ${textOf(found)}`;
}

/** Direct fields are decoded one by one: their errors have no path. */
const textOf = (found: ShapeError): string => (/^\.[^.[]*$/.test(found.path) ? found.message : shapeError(found, 'ext'));
