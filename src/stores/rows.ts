/** Rows of a query as data by id. */
import type { Result } from '#src/lang/result.ts';

/** One stored item. `text` undefined: the row marks its removal. */
export interface StoredRow {
  /** Account of the data; empty: any. */
  readonly account: string;
  readonly id: string;
  readonly text: string | undefined;
  /** `request`, `imp`, …; undefined if the query has no such column. */
  readonly type: string | undefined;
}

const toJson = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (Buffer.isBuffer(value)) return value.toString('utf8');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Empty and `null` data mean that the row was removed. */
const toData = (value: unknown): string | undefined => {
  const text = toJson(value);
  return text === '' || text === 'null' ? undefined : text;
};

/**
 * A profile in columns of its own, after account and id: its body, and in this order its precedence and its type. The body may be before or
 * after these words.
 */
function profileOf(columns: readonly unknown[]): string | undefined {
  const strings = columns.map(toData);
  const at = strings.findIndex((text) => text?.trimStart().startsWith('{'));
  if (at < 0) return undefined;
  const [precedence, type] = strings.toSpliced(at, 1).map((text) => text?.toLowerCase());
  return `{"type":${JSON.stringify(type ?? null)},"mergeprecedence":${JSON.stringify(precedence ?? null)},"body":${strings[at]}}`;
}

/**
 * Columns by their number: account, id and the three of a profile; account, id, data, type; id, data, type; id, data; or data alone, of
 * the single requested id. Rows of any other form are dropped.
 */
export function toRow(columns: readonly unknown[], ids: readonly string[]): StoredRow | undefined {
  const [first, second, third, fourth] = columns;
  if (columns.length === 5) return { account: toJson(first), id: toJson(second), text: profileOf(columns.slice(2)), type: 'profile' };
  if (columns.length === 4) return { account: toJson(first), id: toJson(second), text: toData(third), type: toJson(fourth).toLowerCase() };
  if (columns.length === 3) return { account: '', id: toJson(first), text: toData(second), type: toJson(third).toLowerCase() };
  if (columns.length === 2) return { account: '', id: toJson(first), text: toData(second), type: undefined };
  const [only] = ids;
  if (columns.length !== 1 || only === undefined) return undefined;
  return { account: '', id: only, text: toData(first), type: undefined };
}

/** The account's data among the rows of one id, or an error (the Java variant's rules and messages). */
export function chooseByAccount(what: string, id: string, account: string, rows: readonly StoredRow[]): Result<string> | undefined {
  const held = rows.filter(({ text }) => text !== undefined);
  const [first] = held;
  if (!first) return undefined;
  if (account === '') {
    if (held.length === 1) return { value: first.text ?? '' };
    return { error: `Multiple stored ${what}s found for id: ${id} but no account was specified` };
  }
  const own = held.length === 1 && first.account === '' ? first : held.find((row) => row.account === account);
  if (own) return { value: own.text ?? '' };
  return { error: `No stored ${what} found ${held.length > 1 ? 'among multiple id' : 'for id'}: ${id} for account: ${account}` };
}
