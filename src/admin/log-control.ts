/** `/pbs-admin/tracelog`, `/logging/httpinteraction`, `/logging/changelevel`: what the log says, for a while (info-admin-analytics.md sections 7, 8). */
import type { FastifyInstance } from 'fastify';
import type { Siblings } from '#src/outside/siblings.ts';
import type { LogWatch } from '#streams/log-watch.ts';
import type { LogLevels } from './log-levels.ts';
import { type LogLimits, type Parameters, readInteractions, readLevel, readTrace } from './log-parameters.ts';
import { parametersOf, readForms } from './parameters.ts';

const TEXT = 'text/plain; charset=utf-8';
const SUBJECT = 'logging';

export interface LogControlEnv {
  readonly watch: LogWatch;
  readonly levels: LogLevels;
  readonly siblings: Siblings;
  readonly limits: LogLimits;
}

/** Carries a call out; the text of what is wrong with it. */
type Carry = (parameters: Parameters, env: LogControlEnv) => string | undefined;

const carrying =
  <W extends object>(
    read: (parameters: Parameters, limits: LogLimits) => W | string,
    apply: (wish: W, env: LogControlEnv) => void,
  ): Carry =>
  (parameters, env) => {
    const wish = read(parameters, env.limits);
    if (typeof wish === 'string') return wish;
    apply(wish, env);
    return undefined;
  };

const CALLS: Readonly<Record<string, Carry>> = {
  '/pbs-admin/tracelog': carrying(readTrace, (wish, { watch }) => watch.trace(wish)),
  '/logging/httpinteraction': carrying(readInteractions, (wish, { watch }) => watch.interactions(wish)),
  '/logging/changelevel': carrying(readLevel, (wish, { levels }) => levels.change(wish)),
};

/** Routes on the admin listener; workers tell each other. The result ends what is under way. */
export function registerLogControl(admin: FastifyInstance, env: LogControlEnv): () => void {
  void admin.register(async (scope) => {
    readForms(scope);
    for (const [path, carry] of Object.entries(CALLS)) {
      scope.route({
        method: ['GET', 'POST'],
        url: path,
        handler(request, reply) {
          const parameters = parametersOf(request);
          const fault = carry(parameters, env);
          if (fault !== undefined) return reply.code(400).type(TEXT).send(fault);
          env.siblings.tell({ subject: SUBJECT, path, parameters: new URLSearchParams(parameters).toString() });
          return reply.code(200).send('');
        },
      });
    }
  });
  const deaf = env.siblings.listen(({ subject, path = '', parameters = '' }) => {
    if (subject === SUBJECT) CALLS[path]?.(Object.fromEntries(new URLSearchParams(parameters)), env);
  });
  return () => {
    deaf();
    env.watch.stop();
    env.levels.restore();
  };
}
