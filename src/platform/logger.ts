/** The process's log: one JSON object a line, with the level's name, an ISO time, the service and its version. */
import pino from 'pino';
import type { HostConfig } from '#src/config/schema.ts';
import { loggedError, loggedFailure } from './error-class.ts';
import { processOutput } from './log-output.ts';

export interface LogIdentity {
  readonly version: string;
  /** Id of a worker process. */
  readonly worker?: number | undefined;
}

/** @param streams further destinations of every line, beside the standard output */
export function createLogger(
  config: Pick<HostConfig, 'log' | 'tracing'>,
  { version, worker }: LogIdentity,
  streams: readonly pino.StreamEntry[] = [],
): pino.Logger {
  const options: pino.LoggerOptions = {
    level: config.log.level,
    base: { service: config.tracing.service_name, version, pid: process.pid, ...(worker === undefined ? {} : { worker }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: loggedError, failure: loggedFailure },
  };
  const output = processOutput();
  // The logger's own level decides: it may change at run time.
  const all = [{ stream: output }, ...streams].map(({ stream }) => ({ level: 'trace' as const, stream }));
  const log = pino(options, streams.length === 0 ? output : pino.multistream(all));
  output.onLost = (lines, cause) => {
    log.error(
      { lines, ...(cause ? { failure: cause } : {}) },
      'lines of the log are lost: the standard output did not accept them in time',
    );
  };
  return log;
}
