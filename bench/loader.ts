/** Starts load generators and gives them orders. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Scenario } from './scenario.ts';

/** Auctions to send: as fast as the server responds, with `atOnce` in flight. */
export interface LoadOrder {
  readonly url: string;
  readonly requests: number;
  readonly atOnce: number;
}

/** `failed`: other statuses than 200, and responses without bids. Times in ms. */
export interface LoadResult {
  readonly ok: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly ms: number;
}

export interface Loader {
  /** Sends auctions to one or another server, one order at a time. @throws Error if the generator ends */
  send(url: string, requests: number, atOnce: number): Promise<LoadResult>;
  stop(): void;
}

/** A load generator with requests for this scenario. It ends with its parent. */
export function startLoader({ bidders, everything }: Scenario): Loader {
  const args = [String(bidders), '3', everything ? 'everything' : 'plain'];
  const child: ChildProcess = fork(join(import.meta.dirname, 'load.ts'), args, { execArgv: [] });
  return {
    send: (url, requests, atOnce) =>
      new Promise((resolve, reject) => {
        const fail = (code: number | null): void => reject(new Error(`the load generator exited with ${code}`));
        child.once('exit', fail);
        child.once('message', (result: LoadResult) => {
          child.off('exit', fail);
          resolve(result);
        });
        child.send({ url, requests, atOnce } satisfies LoadOrder);
      }),
    stop: () => void child.kill(),
  };
}
