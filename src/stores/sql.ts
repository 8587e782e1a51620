/** The contract of a database: pooled connections that answer queries with rows of columns. */
import type { Dialect, Query } from './query.ts';

export interface Database {
  readonly dialect: Dialect;
  /**
   * Rows as lists of columns, JSON columns as text. Rejects with an Error: a `QueryFault` where the server answered that it
   * will not do it, any other where there was no answer.
   */
  query(query: Query): Promise<readonly (readonly unknown[])[]>;
  /** Drops all connections, whatever they wait for; new ones are made when asked again. */
  reset(): void;
  close(): Promise<void>;
}

/** The server understood and refused. */
export class QueryFault extends Error {
  /** The ids asked for cannot be ids of this table. */
  readonly badId: boolean;

  constructor(cause: Error, badId: boolean) {
    super(cause.message, { cause });
    this.badId = badId;
  }
}

/** `a=1&b=2` as an object. */
export const readQueryString = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text.startsWith('?') ? text.slice(1) : text));
