/** Validation of an account's settings with the Go variant's JSON schema and messages: `JSON schema validation: [<path>: <text>] …`. */
import type { Ext } from '#src/openrtb/ext.ts';
import { SCHEMA_FUNCTION_NAMES } from './schema-functions.ts';

const STAGES = [
  'entrypoint',
  'raw_auction_request',
  'processed_auction_request',
  'bidder_request',
  'raw_bidder_response',
  'all_processed_bid_responses',
  'auction_response',
];
const RESULTS = ['excludeBidders', 'includeBidders', 'logATag'];

type Report = (path: string, message: string) => void;
/** Checks one value at its path. */
type Check = (value: unknown, path: string, report: Report) => void;

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

const at = (path: string, key: string | number): string => (path === '(root)' ? String(key) : `${path}.${key}`);

const typed =
  (expected: string, then?: Check): Check =>
  (value, path, report) => {
    if (typeOf(value) !== expected) report(path, `Invalid type. Expected: ${expected}, given: ${typeOf(value)}`);
    else then?.(value, path, report);
  };

const string = typed('string');
const filledString = typed('string', (value, path, report) => {
  if (value === '') report(path, 'String length must be greater than or equal to 1');
});
const boolean = typed('boolean');

const oneOf = (values: readonly string[]): Check =>
  typed('string', (value, path, report) => {
    if (values.includes(value as string)) return;
    report(path, `${path} must be one of the following: ${values.map((one) => `"${one}"`).join(', ')}`);
  });

const list = (item: Check, min = 0): Check =>
  typed('array', (value, path, report) => {
    const items = value as unknown[];
    if (items.length < min) report(path, `Array must have at least ${min} items`);
    for (const [i, one] of items.entries()) item(one, at(path, i), report);
  });

interface ObjectRule {
  readonly required?: readonly string[];
  readonly fields: { readonly [key: string]: Check };
  /** Reject other fields. */
  readonly closed?: boolean;
}

const object = ({ required = [], fields, closed = false }: ObjectRule): Check =>
  typed('object', (value, path, report) => {
    const given = value as Ext;
    for (const key of required) if (!Object.hasOwn(given, key)) report(path, `${key} is required`);
    for (const key of Object.keys(given)) {
      if (closed && !Object.hasOwn(fields, key)) report(path, `Additional property ${key} is not allowed`);
    }
    for (const [key, check] of Object.entries(fields)) if (Object.hasOwn(given, key)) check(given[key], at(path, key), report);
  });

const weight = typed('integer', (value, path, report) => {
  if ((value as number) < 1) report(path, 'Must be greater than or equal to 1');
  if ((value as number) > 100) report(path, 'Must be less than or equal to 100');
});

const called = (names: readonly string[]): Check => object({ required: ['function'], fields: { function: oneOf(names) } });
const results = list(called(RESULTS));
const rule = object({ required: ['conditions', 'results'], fields: { conditions: list(string, 1), results } });
const group = object({
  fields: {
    weight,
    analyticsKey: string,
    version: string,
    schema: list(called(SCHEMA_FUNCTION_NAMES)),
    default: results,
    rules: list(rule),
  },
});
const set = object({
  required: ['stage', 'name', 'modelgroups'],
  fields: { stage: oneOf(STAGES), name: filledString, version: string, modelgroups: list(group, 1) },
});
const countryGroups: Check = typed('object', (value, path, report) => {
  for (const [name, countries] of Object.entries(value as Ext)) list(string)(countries, at(path, name), report);
});
const settings = object({
  required: ['enabled', 'rulesets'],
  fields: {
    enabled: boolean,
    generate_rules_from_bidderconfig: boolean,
    timestamp: string,
    set_definitions: object({ fields: { country_groups: countryGroups }, closed: true }),
    rulesets: list(set),
  },
});

/** All errors of settings as one message; undefined: the settings match the schema. */
export function schemaError(given: unknown): string | undefined {
  const errors: string[] = [];
  settings(given, '(root)', (path, message) => errors.push(`[${path}: ${message}] `));
  return errors.length > 0 ? `JSON schema validation: ${errors.join('')}` : undefined;
}
