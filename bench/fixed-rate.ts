/**
 * A load generator at a fixed rate: requests start on schedule whether or not earlier ones have ended, so a pause of the server delays
 * all requests scheduled during it, as in production. Arguments: url, number of bidders, requests per second, seconds, `plain` or
 * `everything`, tmax. Prints one JSON line: `{ok, failed, latencies}` in ms.
 */
import { Pool } from 'undici';
import { benchRequest, bidderNames } from './request.ts';

const [url = '', count = '5', rate = '100', seconds = '10', kind = 'plain', tmax = '1000'] = process.argv.slice(2);
const { origin, pathname } = new URL(url);
const pool = new Pool(origin, { allowH2: false, headersTimeout: 0 });
const request = { ...benchRequest(bidderNames(Number(count)), 3, kind === 'everything'), tmax: Number(tmax) };
const body = Buffer.from(JSON.stringify(request));
const total = Math.round(Number(rate) * Number(seconds));
const latencies: number[] = [];
let failed = 0;

/** @param dueAt the scheduled start: latency counts from there */
async function send(dueAt: number): Promise<void> {
  try {
    const response = await pool.request({ method: 'POST', path: pathname, headers: { 'content-type': 'text/plain' }, body });
    const text = await response.body.text();
    latencies.push(performance.now() - dueAt);
    if (response.statusCode !== 200 || !text.includes('"seatbid":[{')) failed++;
  } catch {
    failed++;
  }
}

const startedAt = performance.now();
const sent: Promise<void>[] = [];
await new Promise<void>((resolve) => {
  const tick = (): void => {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * Number(rate)) + 1);
    while (sent.length < due) sent.push(send(startedAt + (sent.length * 1000) / Number(rate)));
    if (sent.length < total) setTimeout(tick, 1);
    else resolve();
  };
  tick();
});
await Promise.all(sent);
console.log(
  JSON.stringify({ ok: Math.max(0, latencies.length - failed), failed, latencies: latencies.map((ms) => Number(ms.toFixed(2))) }),
);
await pool.destroy();
