/**
 * The load generator, in a process of its own. Arguments: url, number of bidders, requests, concurrency, imps, `plain` or `everything`.
 * Prints one JSON line: `{ok, failed, p50, p99, ms}`; latencies in ms.
 */
import { Pool } from 'undici';
import { benchRequest, bidderNames } from './request.ts';

const [url = '', count = '5', total = '1000', atOnce = '16', imps = '3', kind = 'everything'] = process.argv.slice(2);
const { origin, pathname } = new URL(url);
const pool = new Pool(origin, { connections: Number(atOnce), allowH2: false });
const body = Buffer.from(JSON.stringify(benchRequest(bidderNames(Number(count)), Number(imps), kind === 'everything')));
const latencies: number[] = [];
let left = Number(total);
let failed = 0;

async function worker(): Promise<void> {
  while (left-- > 0) {
    const start = performance.now();
    const response = await pool.request({ method: 'POST', path: pathname, headers: { 'content-type': 'text/plain' }, body });
    const text = await response.body.text();
    latencies.push(performance.now() - start);
    if (response.statusCode !== 200 || !text.includes('"seatbid":[{')) failed++;
  }
}

const start = performance.now();
await Promise.all(Array.from({ length: Number(atOnce) }, worker));
const ms = performance.now() - start;
latencies.sort((a, b) => a - b);
const at = (share: number): number => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
console.log(JSON.stringify({ ok: latencies.length - failed, failed, p50: at(0.5), p99: at(0.99), ms }));
await pool.destroy();
