/** OpenRTB objects checked field by field against the shapes. Fields without a shape are unchanged. */

import { KINDS, type Kind, listOf, objectOf, type ShapeError, shapeError } from '#src/json/checks.ts';
import type { Result } from '#src/lang/result.ts';
import type { BidRequest } from './ortb.ts';
import { type Field, SHAPES, type ShapeName } from './shapes.ts';

/** Integers that the data model stores in 8 bits. */
const SMALL = new Set(
  `test allimps instl clickbrowser secure rwdd topframe vcm skip boxingallowed stitched private_auction mobile privacypolicy
  paid livestream sourcerelationship embeddable dnt lmt js geofetch gdpr coppa gpp_sid fd complete hp guar`.split(/\s+/),
);

const compiled = new Map<ShapeName, Kind>();

/** The check of one OpenRTB shape. */
export function shapeKind(name: ShapeName): Kind {
  let kind = compiled.get(name);
  if (!kind) {
    const ext = LATER.has(name) ? KINDS.j : KINDS.e;
    kind = objectOf(() => new Map<string, Kind>([...Array.from(SHAPES[name].values(), toEntry), ['ext', ext]]));
    compiled.set(name, kind);
  }
  return kind;
}

/** Shapes whose `ext` is checked later, with error messages of its own. */
const LATER: ReadonlySet<ShapeName> = new Set(['BidRequest', 'Imp', 'Regs', 'User', 'Source']);

const toEntry = (field: Field): [string, Kind] => [field.name, fieldKind(field)];

function fieldKind(field: Field): Kind {
  const { kind, shape, list, name } = field;
  const item = shape ? shapeKind(shape) : kind === 'i' && SMALL.has(name) ? KINDS.i8 : KINDS[kind ?? 'j'];
  return list ? listOf(item) : item;
}

/** The first error of a value of one shape; normalizes spelling and nulls in place. */
export const shapeErrorOf = (name: ShapeName, value: unknown, lenient = false): ShapeError | undefined =>
  shapeKind(name).check(value, {}, '', lenient);

/**
 * The body as a bid request: the same object with normalized field names. `null` counts as an empty request.
 * @param lenient coerce types as the Java variant does (a single value for a list)
 */
export function decodeRequest(body: unknown, lenient = false): Result<BidRequest> {
  const value = body === null ? {} : body;
  const error = shapeErrorOf('BidRequest', value, lenient);
  return error ? { error: shapeError(error, 'request') } : { value: value as BidRequest };
}
