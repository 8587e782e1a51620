/**
 * Cost of observation for complete auctions: no subscribers against the same program without any taps, and one tap over a real WebSocket
 * that receives everything. The auctions are as cheap as possible, without an HTTP server and with bidders in memory: for an auction over
 * the network the same microseconds are half the share.
 */
import type { PartLine } from '../parts.ts';
import { start } from '../process.ts';

const VARIANTS = [
  ['without any of them', 'bare'],
  ['no subscribers', 'nobody'],
  ['rollups', 'kinds=rollup'],
  ['rollups as metrics', 'metrics'],
  ['one tap, ended auctions', 'kinds=auction'],
  ['one tap, everything', 'sample=1'],
  ['one tap, everything including bodies', 'bodies=1'],
] as const;

/** Number of alternating runs per variant; the best counts. */
const TURNS = 3;

export async function measure(): Promise<PartLine[]> {
  const best = new Map<string, number>();
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [name, mode] of VARIANTS) {
      const { hello } = await start('observed.ts', [mode], {}, ['--max-semi-space-size=64']);
      best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, Number(hello['micros'])));
    }
  }
  const floor = best.get(VARIANTS[0][0]) ?? 1;
  const more = (micros: number): string => (((micros - floor) / floor) * 100).toFixed(1);
  return [...best].map(([name, micros]) => ({ name: `watching: ${name} (${more(micros)} % more)`, micros }));
}
