/** Query templates: lists of ids become parameters of the database's own kind (events-cache-stored.md sections 11 and 15). */

export type Dialect = 'postgres' | 'mysql';

/** Values of the macros, by name without marks; lists of what is not asked for are empty. */
export interface QueryValues {
  readonly REQUEST_ID_LIST?: readonly string[];
  readonly IMP_ID_LIST?: readonly string[];
  readonly RESPONSE_ID_LIST?: readonly string[];
  readonly ACCOUNT_ID_LIST?: readonly string[];
  /** Whatever is asked for. */
  readonly ID_LIST?: readonly string[];
  /** Account the request belongs to, or the one asked for. */
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
  /** Text and macros in turn, text first and last. */
  readonly texts: readonly string[];
  readonly macros: readonly Macro[];
}

const MARK =
  /\$((?:(?:REQUEST|IMP|RESPONSE|ACCOUNT)_)?ID_LIST|ACCOUNT_ID|LAST_UPDATED)\b|%((?:(?:REQUEST|IMP|RESPONSE|ACCOUNT)_)?ID_LIST|ACCOUNT_ID)%/g;

/** The query cut at its macros. */
export function compileQuery(query: string): QueryTemplate {
  const texts: string[] = [];
  const macros: Macro[] = [];
  let from = 0;
  for (const { 0: mark, 1: dollar, 2: percent, index } of query.matchAll(MARK)) {
    texts.push(query.slice(from, index));
    from = index + mark.length;
    const name = (dollar ?? percent) as Name;
    macros.push({ name, form: !name.endsWith('_LIST') ? 'single' : dollar === undefined ? 'bare' : 'list' });
  }
  return { texts: [...texts, query.slice(from)], macros };
}

/** The query with parameters in place of its macros, in the order they stand; empty lists are `NULL`. */
export function fillQuery({ texts, macros }: QueryTemplate, given: QueryValues, dialect: Dialect): Query {
  const values: (string | Date | null)[] = [];
  const parameter = (value: string | Date | null): string => {
    values.push(value);
    return dialect === 'postgres' ? `$${values.length}` : '?';
  };
  let text = texts[0] ?? '';
  for (const [i, { name, form }] of macros.entries()) {
    const value = given[name];
    if (form === 'single') text += parameter((value as string | Date | undefined) ?? null);
    else {
      const list = ((value as readonly string[] | undefined) ?? []).map(parameter).join(', ') || 'NULL';
      text += form === 'list' ? `(${list})` : list;
    }
    text += texts[i + 1] ?? '';
  }
  return { text, values };
}
