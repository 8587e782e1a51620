/** Query templates: lists of ids become parameters of the database's own kind. */

export type Dialect = 'postgres' | 'mysql';

/** Values of the macros, by name without delimiters; lists of other kinds are empty. */
export interface QueryValues {
  readonly REQUEST_ID_LIST?: readonly string[];
  readonly IMP_ID_LIST?: readonly string[];
  readonly RESPONSE_ID_LIST?: readonly string[];
  readonly ACCOUNT_ID_LIST?: readonly string[];
  /** Ids of any kind. */
  readonly ID_LIST?: readonly string[];
  /** Account of the request, or the requested one. */
  readonly ACCOUNT_ID?: string;
  readonly LAST_UPDATED?: Date;
}

export interface Query {
  readonly text: string;
  readonly values: readonly (string | Date | null)[];
}

type Name = keyof QueryValues;

/** `list`: `$NAME`, in brackets; `bare`: `%NAME%`, without. */
interface Macro {
  readonly name: Name;
  readonly form: 'list' | 'bare' | 'single';
}

export interface QueryTemplate {
  /** Text between the macros: one more than there are macros. */
  readonly literals: readonly string[];
  readonly macros: readonly Macro[];
}

const MARK =
  /\$((?:(?:REQUEST|IMP|RESPONSE|ACCOUNT)_)?ID_LIST|ACCOUNT_ID|LAST_UPDATED)\b|%((?:(?:REQUEST|IMP|RESPONSE|ACCOUNT)_)?ID_LIST|ACCOUNT_ID)%/g;

/** The query split at its macros. */
export function compileQuery(query: string): QueryTemplate {
  const literals: string[] = [];
  const macros: Macro[] = [];
  let from = 0;
  for (const { 0: mark, 1: dollar, 2: percent, index } of query.matchAll(MARK)) {
    literals.push(query.slice(from, index));
    from = index + mark.length;
    const name = (dollar ?? percent) as Name;
    macros.push({ name, form: !name.endsWith('_LIST') ? 'single' : dollar === undefined ? 'bare' : 'list' });
  }
  return { literals: [...literals, query.slice(from)], macros };
}

/** The query with its macros replaced by parameters in order; empty lists become `NULL`. */
export function fillQuery({ literals, macros }: QueryTemplate, given: QueryValues, dialect: Dialect): Query {
  const values: (string | Date | null)[] = [];
  const parameter = (value: string | Date | null): string => {
    values.push(value);
    return dialect === 'postgres' ? `$${values.length}` : '?';
  };
  let text = literals[0] ?? '';
  for (const [i, { name, form }] of macros.entries()) {
    const value = given[name];
    if (form === 'single') text += parameter((value as string | Date | undefined) ?? null);
    else {
      const list = ((value as readonly string[] | undefined) ?? []).map(parameter).join(', ') || 'NULL';
      text += form === 'list' ? `(${list})` : list;
    }
    text += literals[i + 1] ?? '';
  }
  return { text, values };
}
