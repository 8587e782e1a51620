/**
 * A validator for params: a schema compiled once to functions. Its errors use the messages known in this ecosystem (`placementId: Invalid
 * type. Expected: [integer,string], given: array`).
 */
import { FORMATS } from './formats.ts';
import type { Schema, TypeName } from './schema.ts';

/** Errors of a value, each `{field}: {message}`, in the order found; none: the value is valid. */
export type Validator = (value: unknown) => readonly string[];

/** Errors found so far. `score` shows which branch of a choice came closest: +1 per group of rules checked, −2 per error. */
interface Report {
  readonly errors: string[];
  score: number;
}
type Check = (value: unknown, path: string, report: Report) => void;
type Properties = { readonly [name: string]: unknown };

/** The validator of a schema; it returns the error messages of a value. */
export function compileValidator(schema: Schema): Validator {
  const check = compile(schema);
  return (value) => {
    const report: Report = { errors: [], score: 0 };
    check(value, '', report);
    return report.errors;
  };
}

function typeOf(value: unknown): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'object' ? 'object' : (typeof value as 'string' | 'boolean');
}

const isOf = (type: TypeName, types: readonly TypeName[]): boolean =>
  types.includes(type) || (type === 'integer' && types.includes('number'));

const child = (path: string, name: string | number): string => (path === '' ? String(name) : `${path}.${name}`);

function error(report: Report, path: string, message: string): void {
  report.errors.push(`${path === '' ? '(root)' : path}: ${message}`);
  report.score -= 2;
}

function compile(schema: Schema): Check {
  const types = schema.type === undefined ? [] : [schema.type].flat();
  const expected = typeof schema.type === 'string' ? schema.type : `[${types.join(',')}]`;
  const choices = compileChoices(schema);
  const fields = compileObject(schema);
  const items = compileList(schema);
  const text = compileString(schema);
  return (value, path, report) => {
    const type = typeOf(value);
    if (types.length > 0 && !isOf(type, types)) return error(report, path, `Invalid type. Expected: ${expected}, given: ${type}`);
    choices(value, path, report);
    if (type === 'object') fields(value as Properties, path, report);
    else if (type === 'array') items(value as readonly unknown[], path, report);
    else if (type === 'string') text(value as string, path, report);
    else if (type === 'integer' || type === 'number') checkNumber(schema, value as number, path, report);
    if (schema.enum && !schema.enum.includes(value)) {
      const allowed = schema.enum.map((one) => JSON.stringify(one)).join(', ');
      error(report, path, `${path === '' ? '(root)' : path} must be one of the following: ${allowed}`);
    }
    report.score += 1;
  };
}

/** anyOf, oneOf, allOf, not, dependencies. If no choice matches, the errors of the closest branch are included. */
function compileChoices(schema: Schema): Check {
  const anyOf = schema.anyOf?.map(compile);
  const oneOf = schema.oneOf?.map(compile);
  const allOf = schema.allOf?.map(compile);
  const not = schema.not && compile(schema.not);
  const dependencies = Object.entries(schema.dependencies ?? {}).map(([name, rule]) => [name, compileDependency(rule)] as const);
  return (value, path, report) => {
    if (anyOf) choose(anyOf, ANY_OF, value, path, report);
    if (oneOf) choose(oneOf, ONE_OF, value, path, report);
    if (allOf && !allOf.every((check) => fits(check, value))) error(report, path, 'Must validate all the schemas (allOf)');
    if (not && fits(not, value)) error(report, path, 'Must not validate the schema (not)');
    for (const [name, check] of dependencies) {
      if (typeOf(value) === 'object' && Object.hasOwn(value as object, name)) check(value, path, report);
    }
    report.score += 1;
  };
}

/** Requirements for an object with a certain field: names of further fields, or a schema. */
function compileDependency(rule: readonly string[] | Schema): Check {
  if (!isNames(rule)) return compile(rule);
  return (value, path, report) => {
    for (const other of rule) if (!Object.hasOwn(value as object, other)) error(report, path, `Has a dependency on ${other}`);
  };
}

const isNames = (rule: readonly string[] | Schema): rule is readonly string[] => Array.isArray(rule);

/** How many branches must fit, and the error otherwise. */
interface ChoiceRule {
  readonly isGood: (fitting: number) => boolean;
  readonly message: string;
}

const ANY_OF: ChoiceRule = { isGood: (fitting) => fitting > 0, message: 'Must validate at least one schema (anyOf)' };
const ONE_OF: ChoiceRule = { isGood: (fitting) => fitting === 1, message: 'Must validate one and only one schema (oneOf)' };

function choose(branches: readonly Check[], { isGood, message }: ChoiceRule, value: unknown, path: string, report: Report): void {
  let fitting = 0;
  let closest: Report | undefined;
  for (const branch of branches) {
    const own: Report = { errors: [], score: 0 };
    branch(value, path, own);
    if (own.errors.length === 0) fitting++;
    else if (!closest || own.score > closest.score) closest = own;
  }
  if (isGood(fitting)) return;
  error(report, path, message);
  if (fitting > 0 || !closest) return;
  report.errors.push(...closest.errors);
  report.score += closest.score;
}

function fits(check: Check, value: unknown): boolean {
  const report: Report = { errors: [], score: 0 };
  check(value, '', report);
  return report.errors.length === 0;
}

function compileObject(schema: Schema): (value: Properties, path: string, report: Report) => void {
  const properties = Object.entries(schema.properties ?? {}).map(([name, nested]) => [name, compile(nested)] as const);
  const known = new Set(properties.map(([name]) => name));
  const { additionalProperties: extra, required = [] } = schema;
  const checkExtra = typeof extra === 'object' ? compile(extra) : undefined;
  return (value, path, report) => {
    for (const name of required) if (!Object.hasOwn(value, name)) error(report, path, `${name} is required`);
    if (extra === false || checkExtra) {
      for (const name of Object.keys(value)) {
        if (known.has(name)) continue;
        if (checkExtra) checkExtra(value[name], child(path, name), report);
        else error(report, path, `Additional property ${name} is not allowed`);
      }
    }
    for (const [name, check] of properties) if (Object.hasOwn(value, name)) check(value[name], child(path, name), report);
    report.score += 1;
  };
}

function compileList(schema: Schema): (value: readonly unknown[], path: string, report: Report) => void {
  const item = schema.items && compile(schema.items);
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  return (value, path, report) => {
    if (item)
      value.forEach((one, index) => {
        item(one, child(path, index), report);
      });
    if (value.length < minItems) error(report, path, `Array must have at least ${minItems} items`);
    if (value.length > maxItems) error(report, path, `Array must have at most ${maxItems} items`);
    report.score += 1;
  };
}

function compileString(schema: Schema): (value: string, path: string, report: Report) => void {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format = '' } = schema;
  const expression = pattern === undefined ? undefined : new RegExp(pattern);
  const isFormat = FORMATS.get(format);
  return (value, path, report) => {
    const length = minLength > 0 || maxLength < Number.POSITIVE_INFINITY ? [...value].length : 0;
    if (length < minLength) error(report, path, `String length must be greater than or equal to ${minLength}`);
    if (length > maxLength) error(report, path, `String length must be less than or equal to ${maxLength}`);
    if (expression && !expression.test(value)) error(report, path, `Does not match pattern '${pattern}'`);
    if (isFormat && !isFormat(value)) error(report, path, `Does not match format '${format}'`);
    report.score += 1;
  };
}

function checkNumber(schema: Schema, value: number, path: string, report: Report): void {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, exclusiveMinimum, exclusiveMaximum } = schema;
  if (exclusiveMaximum ? value >= maximum : value > maximum) {
    error(report, path, `Must be less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}`);
  }
  if (exclusiveMinimum ? value <= minimum : value < minimum) {
    error(report, path, `Must be greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}`);
  }
  report.score += 1;
}
