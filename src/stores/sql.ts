/** The contract of a database: pooled connections whose queries return rows of columns. */
import type { HostConfig } from '#src/config/schema.ts';
import type { Dialect, Query } from './query.ts';

export interface Database {
  readonly dialect: Dialect;
  /**
   * Rows as lists of columns, JSON columns as strings. Rejects with an Error: a `QueryError` if the server rejected the query, any other
   * without a response. Ids that their columns' type cannot have are missing.
   */
  query(query: Query): Promise<readonly (readonly unknown[])[]>;
  /** Closes all connections, including busy ones; new ones are opened on demand. */
  reset(): void;
  close(): Promise<void>;
}

/** The server received and rejected the query. */
export class QueryError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** TLS for connections without certificates; undefined: their own settings. */
export type SslMode = HostConfig['settings']['database']['ssl_mode'];
