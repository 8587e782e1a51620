/** Starts load generators and gives them orders. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { PacedResult } from './paced.ts';
import type { Scenario } from './scenario.ts';

/** Auctions to send: as fast as the server responds, with `atOnce` in flight. */
export interface LoadOrder {
  readonly url: string;
  readonly requests: number;
  readonly atOnce: number;
}

/** Auctions to send at a fixed rate. */
export interface PacedOrder {
  readonly url: string;
  readonly perSecond: number;
  readonly seconds: number;
}

/** `failed`: other statuses than 200, and responses without bids. Times in ms. */
export interface LoadResult {
  readonly ok: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly ms: number;
}

/** Sends auctions to one or another server, one order at a time. */
export interface Loader {
  /** @throws Error if the generator ends */
  send(url: string, requests: number, atOnce: number): Promise<LoadResult>;
  /** @throws Error if the generator ends */
  sendPaced(url: string, perSecond: number, seconds: number): Promise<PacedResult>;
  stop(): void;
}

/**
 * A load generator with requests for this scenario. It ends with its parent.
 * @param nodeArgs flags of its Node
 * @param wrapper a program that starts Node, such as `taskset -c 1`
 */
export function startLoader({ bidders, everything }: Scenario, nodeArgs: readonly string[] = [], wrapper: readonly string[] = []): Loader {
  const args = [String(bidders), '3', everything ? 'everything' : 'plain'];
  const [execPath = process.execPath, ...before] = [...wrapper, process.execPath];
  const child: ChildProcess = fork(join(import.meta.dirname, 'load.ts'), args, { execPath, execArgv: [...before, ...nodeArgs] });
  const order = <Result>(message: LoadOrder | PacedOrder): Promise<Result> =>
    new Promise((resolve, reject) => {
      const fail = (code: number | null): void => reject(new Error(`the load generator exited with ${code}`));
      child.once('exit', fail);
      child.once('message', (result: Result) => {
        child.off('exit', fail);
        resolve(result);
      });
      child.send(message);
    });
  return {
    send: (url, requests, atOnce) => order<LoadResult>({ url, requests, atOnce }),
    sendPaced: (url, perSecond, seconds) => order<PacedResult>({ url, perSecond, seconds }),
    stop: () => void child.kill(),
  };
}
