/** The options of a schema as rows: path, readable type, default. */
import { z } from 'zod';
import { unwrap } from '#src/config/schema-parts.ts';
import type { CommentNode } from './comments.ts';

export interface Option {
  readonly path: string;
  readonly type: string;
  /** In YAML notation; empty: none. */
  readonly defaultText: string;
  readonly comment: string;
}

/** The outermost default; `undefined`: there is none. */
function defaultOf(schema: z.ZodType): unknown {
  for (let unwrapped = schema; ; unwrapped = unwrapped.def.innerType as z.ZodType) {
    if (unwrapped instanceof z.ZodDefault) return unwrapped.def.defaultValue;
    if (unwrapped instanceof z.ZodPrefault && !(unwrap(unwrapped) instanceof z.ZodObject)) return unwrapped.def.defaultValue;
    if (!(unwrapped instanceof z.ZodPrefault || unwrapped instanceof z.ZodOptional || unwrapped instanceof z.ZodCatch)) return undefined;
  }
}

const limits = ({ minValue, maxValue }: z.ZodNumber): string => {
  const min = minValue !== null && Math.abs(minValue) < Number.MAX_SAFE_INTEGER ? minValue : undefined;
  const max = maxValue !== null && Math.abs(maxValue) < Number.MAX_SAFE_INTEGER ? maxValue : undefined;
  if (min !== undefined && max !== undefined) return `, ${min} to ${max}`;
  if (min !== undefined) return `, at least ${min}`;
  return max === undefined ? '' : `, at most ${max}`;
};

const code = (text: string): string => `\`${text}\``;

function typeOf(schema: z.ZodType): string {
  const unwrapped = unwrap(schema);
  if (unwrapped instanceof z.ZodString || unwrapped instanceof z.ZodTemplateLiteral) return 'text';
  if (unwrapped instanceof z.ZodNumber) return `${unwrapped.isInt ? 'integer' : 'number'}${limits(unwrapped)}`;
  if (unwrapped instanceof z.ZodBoolean) return 'boolean';
  if (unwrapped instanceof z.ZodEnum) return unwrapped.options.map((option) => code(option === '' ? '""' : String(option))).join(' or ');
  if (unwrapped instanceof z.ZodLiteral)
    return [...unwrapped.values].map((value) => code(value === '' ? '""' : String(value))).join(' or ');
  if (unwrapped instanceof z.ZodArray) return `list: ${typeOf(unwrapped.element as z.ZodType)}`;
  if (unwrapped instanceof z.ZodRecord) return `by name: ${typeOf(unwrapped.valueType as z.ZodType)}`;
  if (unwrapped instanceof z.ZodUnion) return unwrapped.options.map((option) => typeOf(option as z.ZodType)).join(' or ');
  if (unwrapped instanceof z.ZodPipe) {
    const [into, out] = [unwrapped.def.in as z.ZodType, unwrapped.def.out as z.ZodType];
    return typeOf(into instanceof z.ZodTransform ? out : into);
  }
  if (unwrapped instanceof z.ZodObject) return 'options';
  return 'anything';
}

/** Nested schemas: fields of objects, items of lists and records. */
function below(schema: z.ZodType): { suffix: string; object: z.ZodObject } | undefined {
  const unwrapped = unwrap(schema);
  if (unwrapped instanceof z.ZodObject) return { suffix: '', object: unwrapped };
  if (unwrapped instanceof z.ZodPipe)
    return below((unwrapped.def.in instanceof z.ZodTransform ? unwrapped.def.out : unwrapped.def.in) as z.ZodType);
  const item = unwrapped instanceof z.ZodArray ? unwrapped.element : unwrapped instanceof z.ZodRecord ? unwrapped.valueType : undefined;
  const deeper = item && below(item as z.ZodType);
  return deeper && { suffix: `${unwrapped instanceof z.ZodArray ? '[]' : '.<name>'}${deeper.suffix}`, object: deeper.object };
}

const shown = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));

/** Every option below `schema`, depth first. A group's comment has a row of its own. */
export function optionsOf(schema: z.ZodType, reported: CommentNode, path: string): Option[] {
  if (unwrap(schema) instanceof z.ZodNever) return [];
  const inside = below(schema);
  const defaultText = inside?.suffix === '' ? '' : shown(defaultOf(schema));
  const own: Option = { path, type: typeOf(schema), defaultText, comment: reported.comment };
  if (!inside || Object.keys(inside.object.shape).length === 0) return [own];
  const fields = Object.entries(inside.object.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
    optionsOf(field, reported.fields.get(name) ?? { comment: '', fields: new Map() }, `${path}${inside.suffix}.${name}`),
  );
  return inside.suffix !== '' || reported.comment !== '' ? [own, ...fields] : fields;
}
