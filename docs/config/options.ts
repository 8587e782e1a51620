/** The options of a schema as rows: path, type in words, default. */
import { z } from 'zod';
import { unwrap } from '#src/config/environment.ts';
import type { Told } from './comments.ts';

export interface Option {
  readonly path: string;
  readonly type: string;
  /** As one would write it in YAML; empty: none. */
  readonly usual: string;
  readonly comment: string;
}

/** The outermost default on the way in; `undefined`: there is none. */
function defaultOf(schema: z.ZodType): unknown {
  for (let inner = schema; ; inner = inner.def.innerType as z.ZodType) {
    if (inner instanceof z.ZodDefault) return inner.def.defaultValue;
    if (inner instanceof z.ZodPrefault && !(unwrap(inner) instanceof z.ZodObject)) return inner.def.defaultValue;
    if (!(inner instanceof z.ZodPrefault || inner instanceof z.ZodOptional || inner instanceof z.ZodCatch)) return undefined;
  }
}

const limits = ({ minValue, maxValue }: z.ZodNumber): string => {
  const least = minValue !== null && Math.abs(minValue) < Number.MAX_SAFE_INTEGER ? minValue : undefined;
  const most = maxValue !== null && Math.abs(maxValue) < Number.MAX_SAFE_INTEGER ? maxValue : undefined;
  if (least !== undefined && most !== undefined) return `, ${least} to ${most}`;
  if (least !== undefined) return `, at least ${least}`;
  return most === undefined ? '' : `, at most ${most}`;
};

const code = (text: string): string => `\`${text}\``;

function typeOf(schema: z.ZodType): string {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodString || inner instanceof z.ZodTemplateLiteral) return 'text';
  if (inner instanceof z.ZodNumber) return `${inner.isInt ? 'whole number' : 'number'}${limits(inner)}`;
  if (inner instanceof z.ZodBoolean) return 'yes or no';
  if (inner instanceof z.ZodEnum) return inner.options.map((option) => code(option === '' ? '""' : String(option))).join(' or ');
  if (inner instanceof z.ZodLiteral) return [...inner.values].map((value) => code(value === '' ? '""' : String(value))).join(' or ');
  if (inner instanceof z.ZodArray) return `list: ${typeOf(inner.element as z.ZodType)}`;
  if (inner instanceof z.ZodRecord) return `by name: ${typeOf(inner.valueType as z.ZodType)}`;
  if (inner instanceof z.ZodUnion) return inner.options.map((option) => typeOf(option as z.ZodType)).join(' or ');
  if (inner instanceof z.ZodPipe) {
    const [into, out] = [inner.def.in as z.ZodType, inner.def.out as z.ZodType];
    return typeOf(into instanceof z.ZodTransform ? out : into);
  }
  if (inner instanceof z.ZodObject) return 'options';
  return 'anything';
}

/** Schemas below: members of objects, items of lists and records. */
function below(schema: z.ZodType): { suffix: string; object: z.ZodObject } | undefined {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject) return { suffix: '', object: inner };
  if (inner instanceof z.ZodPipe) return below((inner.def.in instanceof z.ZodTransform ? inner.def.out : inner.def.in) as z.ZodType);
  const item = inner instanceof z.ZodArray ? inner.element : inner instanceof z.ZodRecord ? inner.valueType : undefined;
  const deeper = item && below(item as z.ZodType);
  return deeper && { suffix: `${inner instanceof z.ZodArray ? '[]' : '.<name>'}${deeper.suffix}`, object: deeper.object };
}

const shown = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));

/** Every option below `schema`, depth first. A group's comment stands in a row of its own. */
export function optionsOf(schema: z.ZodType, told: Told, path: string): Option[] {
  if (unwrap(schema) instanceof z.ZodNever) return [];
  const inside = below(schema);
  const usual = inside?.suffix === '' ? '' : shown(defaultOf(schema));
  const own: Option = { path, type: typeOf(schema), usual, comment: told.comment };
  if (!inside || Object.keys(inside.object.shape).length === 0) return [own];
  const members = Object.entries(inside.object.shape as Record<string, z.ZodType>).flatMap(([name, member]) =>
    optionsOf(member, told.members.get(name) ?? { comment: '', members: new Map() }, `${path}${inside.suffix}.${name}`),
  );
  return inside.suffix !== '' || told.comment !== '' ? [own, ...members] : members;
}
