/** `/pbs-admin/tracelog`, `/logging/httpinteraction`, `/logging/changelevel`: temporary changes of logging. */
import type { FastifyInstance } from 'fastify';
import { sendPlain } from '#src/http/send.ts';
import type { Result } from '#src/lang/result.ts';
import type { WorkerPeers } from '#src/platform/peers.ts';
import type { LogLevels } from './log-levels.ts';
import type { LogObserver } from './log-observer.ts';
import { type LogLimits, type Parameters, readInteractions, readLevel, readTrace } from './log-parameters.ts';
import { parametersOf, readForms } from './parameters.ts';

const SUBJECT = 'logging';

export interface LogControlEnv {
  readonly observe: LogObserver;
  readonly levels: LogLevels;
  readonly peers: WorkerPeers;
  readonly limits: LogLimits;
}

/** Changes the logging as requested; returns an error message if the parameters are invalid. */
type ChangeLogging = (parameters: Parameters, env: LogControlEnv) => string | undefined;

/** @param read parses the parameters @param apply changes the logging */
const changing =
  <W>(read: (parameters: Parameters, limits: LogLimits) => Result<W>, apply: (wanted: W, env: LogControlEnv) => void): ChangeLogging =>
  (parameters, env) => {
    const wanted = read(parameters, env.limits);
    if ('error' in wanted) return wanted.error;
    apply(wanted.value, env);
    return undefined;
  };

const CALLS: Readonly<Record<string, ChangeLogging>> = {
  '/pbs-admin/tracelog': changing(readTrace, (wanted, { observe }) => observe.trace(wanted)),
  '/logging/httpinteraction': changing(readInteractions, (wanted, { observe }) => observe.interactions(wanted)),
  '/logging/changelevel': changing(readLevel, (wanted, { levels }) => levels.change(wanted)),
};

/** Routes on the admin listener; workers forward the change to each other. The returned function ends the active changes. */
export function registerLogControl(admin: FastifyInstance, env: LogControlEnv): () => void {
  void admin.register(async (scope) => {
    readForms(scope);
    for (const [path, change] of Object.entries(CALLS)) {
      scope.route({
        method: ['GET', 'POST'],
        url: path,
        handler(request, reply) {
          const parameters = parametersOf(request);
          const error = change(parameters, env);
          if (error !== undefined) return sendPlain(reply, 400, error);
          env.peers.broadcast({ subject: SUBJECT, path, parameters: new URLSearchParams(parameters).toString() });
          return reply.code(200).send('');
        },
      });
    }
  });
  const stopListening = env.peers.listen(({ subject, path = '', parameters = '' }) => {
    if (subject === SUBJECT) CALLS[path]?.(Object.fromEntries(new URLSearchParams(parameters)), env);
  });
  return () => {
    stopListening();
    env.observe.stop();
    env.levels.restore();
  };
}
