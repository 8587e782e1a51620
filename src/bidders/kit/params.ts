/** Params schema elements that zod lacks. Each is written once and serves validator, `/bidders/params` and types. */
import { type ZodType, z } from 'zod';
import { isHostname, isUuid } from '../params/formats.ts';
import type { Schema } from '../params/schema.ts';
import { compileValidator } from '../params/validator.ts';
import { HOST_AND_PORT } from './url.ts';

/** An integer or a string: ids that publishers write both ways. */
export const idOrString = () => z.union([z.int(), z.string()]);

/** A host name. */
export const hostname = () => z.string().meta({ format: 'hostname' }).refine(isHostname);
/** A host name or address, perhaps with a port. */
export const hostAndPort = () => z.string().min(1).regex(HOST_AND_PORT);
/** A UUID in any case. */
export const uuid = () => z.string().meta({ format: 'uuid' }).refine(isUuid);

/** A rule about required fields of an object. */
export interface FieldsRule {
  readonly required?: readonly string[];
  readonly oneOf?: readonly FieldsRule[];
  readonly anyOf?: readonly FieldsRule[];
  readonly allOf?: readonly FieldsRule[];
  readonly not?: FieldsRule;
  readonly dependencies?: { readonly [name: string]: readonly string[] | FieldsRule };
}

/** The object has all of these fields. */
export const has = (...names: string[]): FieldsRule => ({ required: names });

/** `schema` plus a rule about its fields: `where(z.object({…}), { oneOf: [has('placementId'), has('endpointId')] })`. */
export function where<S extends ZodType>(schema: S, rule: FieldsRule): S {
  const validate = compileValidator(rule satisfies Schema);
  return schema.meta({ ...rule }).refine((value) => validate(value).length === 0) as S;
}
