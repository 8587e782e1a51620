/** Every kind of broken bidder in an auction with a good one: the good bid arrives. */
import { start } from '../process.ts';
import { KINDS } from './broken-bidders.ts';
import { startHost } from './host.ts';
import type { Check } from './report.ts';

/** Requests in flight at once. */
const AT_ONCE = 12;
/** `tmax` of the tries per kind, ms: on a busy machine the good bidder itself may be late. */
const TRIES_MS = [1500, 3000, 4500];
/** ms until a response is given up. */
const PATIENCE_MS = 10_000;

const GOOD = 'good bid';

const bodyOf = (broken: string, tmax: number): string =>
  JSON.stringify({
    id: 'chaos',
    tmax,
    site: { page: 'https://publisher.example/' },
    imp: [{ id: 'i', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: { good: { p: 1 }, [broken]: { p: 1 } } } } }],
  });

async function outcomeOf(port: unknown, code: string, tmax: number): Promise<string> {
  try {
    const url = `http://127.0.0.1:${port}/openrtb2/auction`;
    const response = await fetch(url, { method: 'POST', body: bodyOf(code, tmax), signal: AbortSignal.timeout(PATIENCE_MS) });
    const { seatbid = [] } = (await response.json()) as { readonly seatbid?: readonly { readonly seat: string }[] };
    return seatbid.some(({ seat }) => seat === 'good') ? GOOD : `${response.status} without it`;
  } catch (cause) {
    return String(cause);
  }
}

async function bestOutcome(port: unknown, code: string): Promise<string> {
  let measured = '';
  for (const tmax of TRIES_MS) {
    measured = await outcomeOf(port, code, tmax);
    if (measured === GOOD) break;
  }
  return measured;
}

export async function bidders(): Promise<Check[]> {
  const server = await start('chaos/broken-bidders.ts', []);
  const kinds = Object.keys(KINDS).filter((kind) => kind !== 'good');
  const url = (kind: string): string => `http://127.0.0.1:${server.hello['port']}/${encodeURIComponent(kind)}`;
  const codes = kinds.map((kind, i) => [`broken${i}`, url(kind)]);
  // Nothing listens on port 1.
  const host = await startHost({ good: url('good'), closed: 'http://127.0.0.1:1/', ...Object.fromEntries(codes) });
  const attacks = [['does not listen', 'closed'], ...kinds.map((kind, i) => [kind, `broken${i}`])] as [string, string][];
  const checks: Check[] = [];
  const work = async (): Promise<void> => {
    for (let next = attacks.shift(); next; next = attacks.shift()) {
      const measured = await bestOutcome(host.hello['port'], next[1]);
      checks.push({ name: `bidder: ${next[0]}`, measured, wanted: 'the good bid', passed: measured === GOOD });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const after = await bestOutcome(host.hello['port'], 'good');
  checks.push({ name: 'after all broken bidders', measured: after, wanted: 'the good bid', passed: after === GOOD });
  await Promise.all([host.stop(), server.stop()]);
  return checks;
}
