/** Databases opened once for all sections with the same connection; drivers are loaded on demand. */

import type { DatabaseConnection } from '#src/config/sections/store-parts.ts';
import { type Clock, systemClock } from '#src/platform/clock.ts';
import { reopening } from './reopening.ts';
import type { Database, SslMode } from './sql.ts';

export class Databases {
  readonly #sslMode: SslMode;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #open = new Map<string, Promise<Database>>();

  constructor(sslMode?: SslMode, clock: Pick<Clock, 'after'> = systemClock) {
    this.#sslMode = sslMode;
    this.#clock = clock;
  }

  /** The database of a connection; rejects if its files are unreadable. */
  get(connection: DatabaseConnection): Promise<Database> {
    const key = JSON.stringify(connection);
    let database = this.#open.get(key);
    if (!database) {
      database = openDatabase(connection, this.#sslMode).then((opened) => reopening(opened, connection.connect_timeout_ms, this.#clock));
      this.#open.set(key, database);
    }
    return database;
  }

  /** Rejects if a database in use does not respond, or there is none. */
  async ping(): Promise<void> {
    if (this.#open.size === 0) throw new Error('no database is configured');
    for (const opening of this.#open.values()) await (await opening).query({ text: 'SELECT 1', values: [] });
  }

  close(): void {
    for (const database of this.#open.values()) {
      database.then((open) => open.close()).catch(() => {});
    }
  }
}

async function openDatabase(connection: DatabaseConnection, sslMode: SslMode): Promise<Database> {
  if (connection.driver === 'mysql') return (await import('./mysql.ts')).openMysql(connection, sslMode);
  return (await import('./postgres.ts')).openPostgres(connection, sslMode);
}
