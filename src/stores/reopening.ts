/** Replaces the connections of a database that does not respond. */

import { withTimeout } from '#src/lang/with-timeout.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from './sql.ts';

/**
 * Opening a connection (TLS, authentication, a busy server) may take longer than an auction waits for stored data. So the new one is opened
 * at once and kept until it has responded, failed or had its time: a call after a pause would otherwise always begin with a new one.
 * @param patienceMs timeout of opening a connection
 */
export function reopening(database: Database, patienceMs: number, clock: Pick<Clock, 'after'>): Database {
  let isOpening = false;
  const end = (): void => {
    isOpening = false;
  };
  return {
    ...database,
    reset() {
      if (isOpening) return;
      isOpening = true;
      database.reset();
      withTimeout(database.query({ text: 'SELECT 1', values: [] }), patienceMs, clock).then(end, end);
    },
  };
}
