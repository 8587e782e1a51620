/** JsonLogic (jsonlogic.com) compiled to functions: the language of accounts' own privacy rules. */
import { isUnsafeKey } from './merge.ts';

/** A compiled rule; `data` holds its variables. */
export type Logic = (data: unknown) => unknown;
type Operator = (values: readonly unknown[]) => unknown;

/** Truthiness of the specification: empty arrays, empty strings, 0, null and NaN are false. */
export const isTruthy = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** Conversions of JavaScript, which throw for objects whose own `toString` is no function: data of callers may have any field. */
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;
const number = (value: unknown): number => (isPlain(value) ? Number(value) : Array.isArray(value) ? Number(string(value)) : Number.NaN);
const string = (value: unknown): string => (isPlain(value) ? String(value) : Array.isArray(value) ? value.map(listed).join(',') : OBJECT);
/** An item of a list that is written as a string; a step each, as lists may share their items. */
function listed(item: unknown): string {
  countSteps(1);
  return item === null || item === undefined ? '' : string(item);
}
const OBJECT = '[object Object]';

/** The value at a dotted path; the complete data if the path is empty. */
function lookUp(data: unknown, path: unknown, fallback: unknown): unknown {
  if (path === '' || path === null || path === undefined) return data;
  if (typeof path !== 'string' && typeof path !== 'number') return fallback;
  let value = data;
  for (const name of `${path}`.split('.')) {
    if (typeof value !== 'object' || value === null || isUnsafeKey(name)) return fallback;
    value = (value as Record<string, unknown>)[name];
  }
  return value ?? fallback;
}

/** `==` of the specification: numbers and their string forms are equal. */
function looseEquals(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a === null || a === undefined || b === null || b === undefined) return (a ?? undefined) === (b ?? undefined);
  return typeof a === typeof b ? false : number(a) === number(b);
}

/** Two or three values in order. */
const inOrder =
  (holds: (a: number, b: number) => boolean): Operator =>
  (values) => {
    const [a, b, c] = values.map(number);
    if (a === undefined || b === undefined) return false;
    return holds(a, b) && (c === undefined || holds(b, c));
  };

const sum = (values: readonly unknown[]): number => values.reduce<number>((total, value) => total + number(value), 0);

const OPERATORS: Readonly<Record<string, Operator>> = {
  '==': ([a, b]) => looseEquals(a, b),
  '===': ([a, b]) => a === b,
  '!=': ([a, b]) => !looseEquals(a, b),
  '!==': ([a, b]) => a !== b,
  '!': ([value]) => !isTruthy(value),
  '!!': ([value]) => isTruthy(value),
  '>': inOrder((a, b) => a > b),
  '>=': inOrder((a, b) => a >= b),
  '<': inOrder((a, b) => a < b),
  '<=': inOrder((a, b) => a <= b),
  '+': sum,
  '-': ([a, b]) => (b === undefined ? -number(a) : number(a) - number(b)),
  '*': (values) => values.reduce<number>((product, value) => product * number(value), 1),
  '/': ([a, b]) => number(a) / number(b),
  '%': ([a, b]) => number(a) % number(b),
  max: (values) => Math.max(...values.map(number)),
  min: (values) => Math.min(...values.map(number)),
  cat: (values) => values.map((value) => sized(string(value))).join(''),
  in: ([part, full]) => (Array.isArray(full) ? full.includes(part) : typeof full === 'string' && full.includes(string(part))),
  merge: (values) => values.flatMap(sized),
  substr: ([text, start, length]) => substring(string(text), number(start ?? 0), length === undefined ? undefined : number(length)),
  log: ([value]) => value,
};

/** A negative start counts from the end; a negative length is the number of characters left out at the end. */
function substring(text: string, start: number, length: number | undefined): string {
  const from = start < 0 ? Math.max(0, text.length + start) : start;
  if (length === undefined) return text.slice(from);
  return length < 0 ? text.slice(from).slice(0, length) : text.slice(from, from + length);
}

/** Operators that do not evaluate all their arguments, or read the data themselves. */
const SPECIAL: Readonly<Record<string, (parts: readonly Logic[]) => Logic>> = {
  var:
    ([path, fallback]) =>
    (data) =>
      lookUp(data, path?.(data), fallback?.(data) ?? null),
  missing: (parts) => (data) =>
    missing(
      parts.flatMap((part) => part(data)),
      data,
    ),
  missing_some:
    ([needed, names]) =>
    (data) => {
      const wanted = [names?.(data)].flat();
      const absent = missing(wanted, data);
      return wanted.length - absent.length >= number(needed?.(data)) ? [] : absent;
    },
  if: conditional,
  '?:': conditional,
  and: (parts) => (data) => firstWhere(parts, data, (value) => !isTruthy(value)),
  or: (parts) => (data) => firstWhere(parts, data, isTruthy),
  some: quantifier((items, test) => items.some(test)),
  all: quantifier((items, test) => items.length > 0 && items.every(test)),
  none: quantifier((items, test) => !items.some(test)),
  filter:
    ([items, test]) =>
    (data) =>
      listOf(items, data).filter((item) => isTruthy(test?.(item))),
  map:
    ([items, change]) =>
    (data) =>
      listOf(items, data).map((item) => change?.(item)),
  reduce:
    ([items, step, initial]) =>
    (data) =>
      listOf(items, data).reduce((accumulator, current) => step?.({ current, accumulator }), initial?.(data) ?? null),
};

/** The list an argument evaluates to; empty if it is none. */
function listOf(items: Logic | undefined, data: unknown): readonly unknown[] {
  const list = items?.(data);
  return Array.isArray(list) ? list : [];
}

const missing = (names: readonly unknown[], data: unknown): unknown[] =>
  names.filter((name) => {
    const value = lookUp(data, name, null);
    return value === null || value === '';
  });

function firstWhere(parts: readonly Logic[], data: unknown, holds: (value: unknown) => boolean): unknown {
  let value: unknown = null;
  for (const part of parts) {
    value = part(data);
    if (holds(value)) return value;
  }
  return value;
}

function conditional(parts: readonly Logic[]): Logic {
  return (data) => {
    let i = 0;
    for (; i + 1 < parts.length; i += 2) if (isTruthy(parts[i]?.(data))) return parts[i + 1]?.(data);
    return parts[i]?.(data) ?? null;
  };
}

type Quantify = (items: readonly unknown[], test: (item: unknown) => boolean) => boolean;

function quantifier(quantify: Quantify): (parts: readonly Logic[]) => Logic {
  return ([items, test]) =>
    (data) =>
      quantify(listOf(items, data), (item) => isTruthy(test?.(item)));
}

/** Max evaluated parts of a rule: nested quantifiers over long lists multiply, and an account may write any. */
const MAX_STEPS = 100_000;

/** Steps left in the evaluation in progress. Evaluation is synchronous, so one count serves all rules. */
let stepsLeft = 0;

function countSteps(count: number): void {
  stepsLeft -= count;
  if (stepsLeft < 0) throw new Error(`rule took more than ${MAX_STEPS} steps`);
}

/** The value, each item or character of which counts as a step: a reduction could double it every time. */
function sized<T>(value: T): T {
  if (Array.isArray(value) || typeof value === 'string') countSteps(value.length);
  return value;
}

/** Compiles a rule; throws an Error naming an unknown operator. The compiled rule throws one if it takes more than `MAX_STEPS` steps. */
export function compileLogic(rule: unknown): Logic {
  const logic = compile(rule);
  return (data) => {
    stepsLeft = MAX_STEPS;
    return logic(data);
  };
}

function compile(rule: unknown): Logic {
  const logic = compilePart(rule);
  return (data) => {
    countSteps(1);
    return logic(data);
  };
}

function compilePart(rule: unknown): Logic {
  if (Array.isArray(rule)) {
    const items = rule.map(compile);
    return (data) => items.map((item) => item(data));
  }
  if (typeof rule !== 'object' || rule === null) return () => rule;
  const [entry, more] = Object.entries(rule);
  if (!entry || more) return () => rule;
  const [name, argument] = entry;
  const parts = (Array.isArray(argument) ? argument : [argument]).map(compile);
  if (Object.hasOwn(SPECIAL, name)) return SPECIAL[name]?.(parts) ?? (() => null);
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  if (!operator) throw new Error(`unknown operator: ${name}`);
  return (data) => operator(parts.map((part) => part(data)));
}
