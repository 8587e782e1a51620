/**
 * The load generator, in a process of its own that stays warm. Arguments: number of bidders, imps, `plain` or `everything`. For each
 * message `LoadOrder` or `PacedOrder` of its parent it sends auctions and then one message, `LoadResult` or `PacedResult`; latencies in ms.
 */
import { Pool } from 'undici';
import type { LoadOrder, LoadResult, PacedOrder } from './loader.ts';
import { type PacedResult, sendPaced } from './paced.ts';
import { benchRequest, bidderNames } from './request.ts';
import { quantile } from './stats.ts';

const [count = '5', imps = '3', kind = 'everything'] = process.argv.slice(2);
const body = Buffer.from(JSON.stringify(benchRequest(bidderNames(Number(count)), Number(imps), kind === 'everything')));

const pools = new Map<string, Pool>();

/** @param connections null: as many as needed */
function poolOf(origin: string, connections: number | null): Pool {
  const key = `${origin} ${connections}`;
  let pool = pools.get(key);
  if (!pool) {
    pool = new Pool(origin, { connections, allowH2: false, headersTimeout: 0 });
    pools.set(key, pool);
  }
  return pool;
}

async function run({ url, requests, atOnce }: LoadOrder): Promise<LoadResult> {
  const { origin, pathname } = new URL(url);
  const pool = poolOf(origin, atOnce);
  const latencies: number[] = [];
  let left = requests;
  let failed = 0;
  const sendSome = async (): Promise<void> => {
    while (left-- > 0) {
      const start = performance.now();
      const response = await pool.request({ method: 'POST', path: pathname, headers: { 'content-type': 'text/plain' }, body });
      const text = await response.body.text();
      latencies.push(performance.now() - start);
      if (response.statusCode !== 200 || !text.includes('"seatbid":[{')) failed++;
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: atOnce }, sendSome));
  const ms = performance.now() - start;
  return { ok: latencies.length - failed, failed, p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), ms };
}

function runPaced({ url, perSecond, seconds }: PacedOrder): Promise<PacedResult> {
  const { origin, pathname } = new URL(url);
  return sendPaced({ pool: poolOf(origin, null), path: pathname, body, perSecond, seconds });
}

process.on('message', (order: LoadOrder | PacedOrder) => {
  const running: Promise<LoadResult | PacedResult> = 'perSecond' in order ? runPaced(order) : run(order);
  running.then(
    (result) => process.send?.(result),
    (cause: unknown) => {
      console.error(cause);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit());
