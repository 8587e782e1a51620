/**
 * A load generator at a fixed rate for a while. Arguments: url, number of bidders, requests per second, seconds, `plain` or `everything`,
 * tmax. Prints one JSON line: `{ok, failed, latencies}` in ms.
 */
import { Pool } from 'undici';
import { sendPaced } from './paced.ts';
import { benchRequest, bidderNames } from './request.ts';

const [url = '', count = '5', rate = '100', seconds = '10', kind = 'plain', tmax = '1000'] = process.argv.slice(2);
const { origin, pathname } = new URL(url);
const pool = new Pool(origin, { allowH2: false, headersTimeout: 0 });
const request = { ...benchRequest(bidderNames(Number(count)), 3, kind === 'everything'), tmax: Number(tmax) };
const body = Buffer.from(JSON.stringify(request));
const { failed, latencies } = await sendPaced({ pool, path: pathname, body, perSecond: Number(rate), seconds: Number(seconds) });
console.log(JSON.stringify({ ok: Math.max(0, latencies.length - failed), failed, latencies }));
await pool.destroy();
