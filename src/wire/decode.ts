/** OpenRTB objects checked member by member against the shapes (auction-request.md 6.1). What no shape names passes unchanged. */
import { type Fault, faultText, KINDS, type Kind, listOf, objectOf } from './checks.ts';
import type { BidRequest } from './ortb.ts';
import { type Member, SHAPES, type ShapeName } from './shapes.ts';

/** Whole numbers that the wire model keeps in 8 bits. */
const SMALL = new Set(
  `test allimps instl clickbrowser secure rwdd topframe vcm skip boxingallowed stitched private_auction mobile privacypolicy
  paid livestream sourcerelationship embeddable dnt lmt js geofetch gdpr coppa gpp_sid fd complete hp guar`.split(/\s+/),
);

const compiled = new Map<ShapeName, Kind>();

/** The check of one OpenRTB shape. */
export function shapeKind(name: ShapeName): Kind {
  let kind = compiled.get(name);
  if (!kind) {
    const ext = LATER.has(name) ? KINDS.j : KINDS.o;
    kind = objectOf(() => new Map<string, Kind>([...Array.from(SHAPES[name].values(), toEntry), ['ext', ext]]));
    compiled.set(name, kind);
  }
  return kind;
}

/** Shapes whose `ext` is looked at later, where its faults have texts of their own (section 6.2). */
const LATER: ReadonlySet<ShapeName> = new Set(['BidRequest', 'Imp', 'Regs', 'User', 'Source']);

const toEntry = (member: Member): [string, Kind] => [member.name, memberKind(member)];

function memberKind(member: Member): Kind {
  const { kind, shape, list, name } = member;
  const item = shape ? shapeKind(shape) : kind === 'i' && SMALL.has(name) ? KINDS.i8 : KINDS[kind ?? 'j'];
  return list ? listOf(item) : item;
}

/** The first fault of a value of one shape; repairs spelling and nulls in place. */
export const shapeFault = (name: ShapeName, value: unknown, loose = false): Fault | undefined =>
  shapeKind(name).check(value, {}, '', loose);

export type Decoded<T> = { readonly value: T } | { readonly error: string };

/**
 * The body as a bid request: the same object, members spelled right. `null` counts as an empty request.
 * @param loose read as the Java variant does (one value where a list is expected)
 */
export function decodeRequest(body: unknown, loose = false): Decoded<BidRequest> {
  const value = body === null ? {} : body;
  const fault = shapeFault('BidRequest', value, loose);
  return fault ? { error: faultText(fault, 'request') } : { value: value as BidRequest };
}
