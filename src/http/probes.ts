/** `GET /livez` and `GET /readyz`: whether the process responds, and whether it should receive new requests (docs/endpoints/status.md). */
import type { FastifyInstance } from 'fastify';
import { sendPlain } from './send.ts';

export type Phase = 'starting' | 'ready' | 'stopping';

/** Where a process is between its start and its end; a load balancer sends requests only while it is ready. */
export class Readiness {
  #phase: Phase = 'starting';

  get phase(): Phase {
    return this.#phase;
  }

  ready(): void {
    if (this.#phase === 'starting') this.#phase = 'ready';
  }

  stopping(): void {
    this.#phase = 'stopping';
  }
}

/** Adds both probes; they need no authentication, because orchestrators have none. `/readyz` is 503 unless the process is ready. */
export function registerProbes(app: FastifyInstance, readiness: Pick<Readiness, 'phase'>): void {
  const config = { isOpen: true };
  app.get('/livez', { config }, (_request, reply) => sendPlain(reply, 200, 'ok\n'));
  app.get('/readyz', { config }, (_request, reply) => {
    const { phase } = readiness;
    return sendPlain(reply, phase === 'ready' ? 200 : 503, `${phase}\n`);
  });
}
