/** Admin calls the primary has no answer for itself go to a worker, one after the other in turn. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RelayedAnswer, RelayedCall } from './messages.ts';

/** A worker that takes calls. */
export interface Callee {
  call(id: number, call: RelayedCall): void;
}

const TEXT = 'text/plain; charset=utf-8';
const BODY_LIMIT = 64 * 1024 * 1024;
/** ms a worker may take. */
const PATIENCE_MS = 30_000;

/** Headers that belong to the connection, not to what is passed on. */
const OWN = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']);

export class Relay {
  readonly #callees: () => readonly Callee[];
  readonly #waiting = new Map<number, (answer: RelayedAnswer) => void>();
  #count = 0;

  constructor(callees: () => readonly Callee[]) {
    this.#callees = callees;
  }

  /** Takes every route the app has not got. */
  register(admin: FastifyInstance): void {
    void admin.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body));
      scope.all('/*', { bodyLimit: BODY_LIMIT }, (request, reply) => this.#pass(request, reply));
    });
  }

  /** An answer has come; too late is as good as never. */
  answered(id: number, answer: RelayedAnswer): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }

  #pass(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | FastifyReply {
    const callees = this.#callees();
    const callee = callees[this.#count % Math.max(1, callees.length)];
    if (!callee) return reply.code(503).type(TEXT).send('No worker is ready.\n');
    const id = ++this.#count;
    const body = Buffer.isBuffer(request.body) ? request.body : undefined;
    return new Promise((resolve) => {
      const give = ({ status, headers, body: made }: RelayedAnswer): void => {
        clearTimeout(timer);
        for (const [name, value] of Object.entries(headers)) {
          if (value !== undefined && !OWN.has(name)) reply.header(name, value);
        }
        resolve(reply.code(status).send(Buffer.from(made)));
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        give({ status: 504, headers: { 'content-type': TEXT }, body: Buffer.from('The worker did not answer in time.\n') });
      }, PATIENCE_MS);
      this.#waiting.set(id, give);
      callee.call(id, { method: request.method, url: request.url, headers: request.headers, body });
    });
  }
}
