/** Params schemas in JSON Schema Draft-4 form, made from what a bidder's file says in zod. */
import { type ZodType, z } from 'zod';

export type TypeName = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

/** The part of Draft-4 that params use. */
export interface Schema {
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: TypeName | readonly TypeName[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly dependencies?: { readonly [name: string]: readonly string[] | Schema };
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly not?: Schema;
}

type Editable = { -readonly [K in keyof Schema]: Schema[K] };

/** zod's mark of integers: bounds no schema names. */
const WHOLE = Number.MAX_SAFE_INTEGER;

/**
 * The Draft-4 schema of what `params` accepts. Left out: the bounds and patterns zod adds of its own accord. A choice
 * between plain types becomes one schema with a list of types, as such schemas are usually written.
 */
export function toDraft4(params: ZodType): Schema {
  const override = ({ jsonSchema }: { jsonSchema: object }): void => tidy(jsonSchema);
  const made = z.toJSONSchema(params, { target: 'draft-4', io: 'input', unrepresentable: 'any', override });
  const { '~standard': _, ...schema } = made as Schema & { '~standard'?: unknown };
  return schema;
}

/** Edits one schema as zod made it; inner ones have been edited before. */
function tidy(made: object): void {
  const schema = made as Editable;
  if (schema.type === 'integer') {
    if (schema.minimum === -WHOLE) delete schema.minimum;
    if (schema.maximum === WHOLE) delete schema.maximum;
  }
  if (schema.format === 'uuid') delete schema.pattern;
  // A slash need not be escaped outside a literal.
  if (schema.pattern !== undefined) schema.pattern = schema.pattern.replaceAll('\\/', '/');
  if (schema.items && Object.keys(schema.items).length === 0) delete schema.items;
  if (typeof schema.additionalProperties === 'object' && Object.keys(schema.additionalProperties).length === 0) {
    delete schema.additionalProperties;
  }
  if (schema.anyOf) joinTypes(schema);
}

/** `anyOf` of schemas that each have another type: the same as one schema with all types and all rules. */
function joinTypes(schema: Editable): void {
  const branches = schema.anyOf ?? [];
  const types = branches.map((branch) => branch.type).filter((type) => typeof type === 'string');
  const isNullable = types.includes('null');
  const areScalars = types.length === branches.length && (isNullable || !types.some((type) => type === 'object' || type === 'array'));
  const areApart = new Set(types.map((type) => (type === 'integer' ? 'number' : type))).size === types.length;
  if (!areScalars || !areApart) return;
  delete schema.anyOf;
  Object.assign(schema, ...branches, { type: types });
}
