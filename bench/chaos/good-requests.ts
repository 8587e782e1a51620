/** Requests of a good client beside an attack: one after the other on one connection, each with the bid of the good bidder. */
import { Agent, request } from 'node:http';

export interface GoodRequests {
  readonly served: number;
  /** What came instead of the bid: a status, or an error's code. */
  readonly failures: readonly string[];
  /** Ends after the request in flight. */
  stop(): Promise<void>;
}

const imp = { id: 'div-gpt-ad-0', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: { good: {} } } } };
/** A request for the bid of `./cheap-bidders.ts`. */
export const GOOD_REQUEST = { id: 'good', tmax: 5000, site: { page: 'https://publisher.example/' }, imp: [imp] };

export interface GoodOptions {
  readonly port: number;
  readonly body?: object;
  readonly pauseMs?: number;
  /** What a response should be; default: 200 with the good bid. */
  readonly isGood?: (status: number, body: string) => boolean;
}

const hasBid = (status: number, body: string): boolean => status === 200 && body.includes('"seat":"good"');

/** The response to one request; without one the error's code. */
const post = (port: number, agent: Agent, bytes: string): Promise<{ readonly status: number; readonly body: string } | string> =>
  new Promise((resolve) => {
    const sent = request({ port, host: '127.0.0.1', path: '/openrtb2/auction', method: 'POST', agent }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        body += text;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    sent.once('error', (cause: NodeJS.ErrnoException) => resolve(cause.code ?? cause.message));
    sent.end(bytes);
  });

/** Sends requests until it is stopped. */
export function startGoodRequests({ port, body = GOOD_REQUEST, pauseMs = 10, isGood = hasBid }: GoodOptions): GoodRequests {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const bytes = JSON.stringify(body);
  const state = { served: 0, isRunning: true };
  const failures: string[] = [];
  const send = async (): Promise<void> => {
    const response = await post(port, agent, bytes);
    if (typeof response === 'string') failures.push(response);
    else if (isGood(response.status, response.body)) state.served++;
    else failures.push(`${response.status} ${response.body.slice(0, 200)}`);
  };
  const run = async (): Promise<void> => {
    while (state.isRunning) {
      await send();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const running = run();
  return {
    get served() {
      return state.served;
    },
    failures,
    async stop() {
      state.isRunning = false;
      await running;
      agent.destroy();
    },
  };
}
