/** Forwards admin requests that the primary cannot handle itself to the workers, round robin. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RelayedCall, RelayedResponse } from './messages.ts';

/** A worker that accepts requests. */
export interface Callee {
  readonly worker: number;
  call(id: number, call: RelayedCall): void;
}

const TEXT_PLAIN = 'text/plain; charset=utf-8';
const BODY_LIMIT = 64 * 1024 * 1024;
/** Timeout of a worker, ms. */
const PATIENCE_MS = 30_000;

/** Hop-by-hop headers, which are not forwarded. */
const OWN = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']);

/** A call without a response yet. */
interface Waiting {
  readonly worker: number;
  respond(response: RelayedResponse): void;
}

const plain = (status: number, text: string): RelayedResponse => ({
  status,
  headers: { 'content-type': TEXT_PLAIN },
  body: Buffer.from(text),
});

export class Relay {
  readonly #callees: () => readonly Callee[];
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;

  constructor(callees: () => readonly Callee[]) {
    this.#callees = callees;
  }

  /** Registers every route the app does not have. */
  register(admin: FastifyInstance): void {
    void admin.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) => done(null, body));
      scope.all('/*', { bodyLimit: BODY_LIMIT }, (request, clientResponse) => this.#pass(request, clientResponse));
    });
  }

  /** A response arrived; late ones are ignored. */
  onResponse(id: number, response: RelayedResponse): void {
    this.#waiting.get(id)?.respond(response);
    this.#waiting.delete(id);
  }

  /** A worker ended: its calls have no response any more. */
  onEnded(ended: number): void {
    for (const [id, { worker }] of this.#waiting) {
      if (worker === ended) this.onResponse(id, plain(502, 'The worker ended before it responded.\n'));
    }
  }

  #pass(request: FastifyRequest, clientResponse: FastifyReply): Promise<FastifyReply> | FastifyReply {
    const callees = this.#callees();
    const callee = callees[this.#count % Math.max(1, callees.length)];
    if (!callee) return clientResponse.code(503).type(TEXT_PLAIN).send('No worker is ready.\n');
    const id = ++this.#count;
    const body = Buffer.isBuffer(request.body) ? request.body : undefined;
    return new Promise((resolve) => {
      const respond = ({ status, headers, body: made }: RelayedResponse): void => {
        clearTimeout(timer);
        for (const [name, value] of Object.entries(headers)) {
          if (value !== undefined && !OWN.has(name)) clientResponse.header(name, value);
        }
        resolve(clientResponse.code(status).send(Buffer.from(made)));
      };
      const timer = setTimeout(() => this.onResponse(id, plain(504, 'The worker did not respond in time.\n')), PATIENCE_MS);
      this.#waiting.set(id, { worker: callee.worker, respond });
      callee.call(id, { method: request.method, url: request.url, headers: request.headers, body });
    });
  }
}
