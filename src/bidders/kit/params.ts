/** Pieces of params schemas that zod has no word for. All are written once and serve validator, `/bidders/params` and types. */
import { type ZodType, z } from 'zod';
import { compileValidator } from '../params/faults.ts';
import { isHostname, isUuid } from '../params/formats.ts';
import type { Schema } from '../params/schema.ts';

/** A whole number or text: ids that publishers write both ways. */
export const idOrText = () => z.union([z.int(), z.string()]);

export const hostname = () => z.string().meta({ format: 'hostname' }).refine(isHostname);
export const uuid = () => z.string().meta({ format: 'uuid' }).refine(isUuid);

/** A rule about which members are there. */
export interface MembersRule {
  readonly required?: readonly string[];
  readonly oneOf?: readonly MembersRule[];
  readonly anyOf?: readonly MembersRule[];
  readonly allOf?: readonly MembersRule[];
  readonly not?: MembersRule;
  readonly dependencies?: { readonly [name: string]: readonly string[] | MembersRule };
}

/** All of these members are there. */
export const has = (...names: string[]): MembersRule => ({ required: names });

/** `schema` plus a rule about its members: `where(z.object({…}), { oneOf: [has('placementId'), has('endpointId')] })`. */
export function where<S extends ZodType>(schema: S, rule: MembersRule): S {
  const validate = compileValidator(rule satisfies Schema);
  return schema.meta({ ...rule }).refine((value) => validate(value).length === 0) as S;
}
