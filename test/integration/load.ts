/** A steady load of auctions over a few kept connections, which counts every request that was not answered. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Load {
  /** Requests answered with 200 so far. */
  readonly served: number;
  /** All others: a status, or the error's code. */
  readonly failed: readonly string[];
  /** Ends the load after the requests in flight. */
  stop(): Promise<void>;
}

const imp = { id: 'imp', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: { generic: {} } } } };
/** The body of a request for one bid. */
export const auction = JSON.stringify({
  id: 'auction',
  imp: [imp],
  site: { page: 'https://publisher.example/', publisher: { id: 'publisher' } },
});

/** Between a response and the client's next request, ms: the processors are for other tests too. */
const PACE_MS = 20;

/**
 * ms that a host keeps a connection which it will not use again (`src/http/listeners.ts`). A client that needed longer between two requests,
 * on a busy machine, may write to a closed one; like any client of HTTP/1.1 it then sends its request again.
 */
const LINGER_MS = 250;

/** @param endsWhenClosed a refused connection ends the load: the host has stopped, and nothing was sent */
export function startLoad(url: string, { clients = 3, endsWhenClosed = false } = {}): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const failed: string[] = [];
  const state = { served: 0, running: true };
  const send = (pausedMs: number): Promise<void> =>
    new Promise((resolve) => {
      const sent = request(`${url}/openrtb2/auction`, { method: 'POST', agent }, (response) => {
        response.resume();
        response.once('end', resolve);
        response.once('error', (cause) => fail(cause));
        if (response.statusCode === 200) state.served++;
        else failed.push(String(response.statusCode));
      });
      const fail = (cause: NodeJS.ErrnoException): void => {
        // The kernel resets new connections that a closed listener has not accepted: nothing of them reached the host.
        const isClosed = cause.code === 'ECONNREFUSED' || (cause.code === 'ECONNRESET' && !sent.reusedSocket);
        const wasLate = cause.code === 'ECONNRESET' && sent.reusedSocket && pausedMs > LINGER_MS;
        if (endsWhenClosed && isClosed) state.running = false;
        else if (!wasLate) failed.push(cause.code ?? cause.message);
        resolve(wasLate ? send(0) : undefined);
      };
      sent.once('error', fail);
      sent.end(auction);
    });
  const client = async (): Promise<void> => {
    let last = performance.now();
    while (state.running) {
      const now = performance.now();
      const sent = send(now - last);
      last = now;
      await sent;
      await sleep(PACE_MS);
    }
  };
  const all = Promise.all(Array.from({ length: clients }, client));
  return {
    get served() {
      return state.served;
    },
    failed,
    async stop() {
      state.running = false;
      await all;
      agent.destroy();
    },
  };
}
