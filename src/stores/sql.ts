/** The contract of a database: pooled connections whose queries return rows of columns. */
import type { HostConfig } from '#src/config/schema.ts';
import type { Dialect, Query } from './query.ts';

export interface Database {
  readonly dialect: Dialect;
  /**
   * Rows as lists of columns, JSON columns as strings. Rejects with an Error: a `QueryError` if the server rejected the query, any other
   * without a response.
   */
  query(query: Query): Promise<readonly (readonly unknown[])[]>;
  /** Closes all connections, including busy ones; new ones are opened on demand. */
  reset(): void;
  close(): Promise<void>;
}

/** The server received and rejected the query. */
export class QueryError extends Error {
  /** The ids are not valid for this table. */
  readonly badId: boolean;

  constructor(cause: Error, badId: boolean) {
    super(cause.message, { cause });
    this.badId = badId;
  }
}

/** TLS for connections without certificates; undefined: their own settings. */
export type SslMode = HostConfig['settings']['database']['ssl_mode'];
