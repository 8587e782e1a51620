/**
 * What being watched costs whole auctions: nobody there against the same program without any of it, and one tap over a real
 * WebSocket that hears everything. The auctions are as cheap as they can be, with no HTTP server and bidders that answer from
 * memory: of an auction as it comes in over the network the same microseconds are half the share.
 */
import type { PartLine } from '../parts.ts';
import { start } from '../process.ts';

const VARIANTS = [
  ['without any of it', 'bare'],
  ['nobody there', 'nobody'],
  ['one tap, ended auctions', 'kinds=auction'],
  ['one tap, everything', 'sample=1'],
  ['one tap, everything with bodies', 'bodies=1'],
] as const;

/** Each variant is run so often, by turns; the best counts. */
const TURNS = 3;

export async function measure(): Promise<PartLine[]> {
  const best = new Map<string, number>();
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [name, mode] of VARIANTS) {
      const { hello } = await start('watched.ts', [mode], {}, ['--max-semi-space-size=64']);
      best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, Number(hello['micros'])));
    }
  }
  const floor = best.get(VARIANTS[0][0]) ?? 1;
  const more = (micros: number): string => (((micros - floor) / floor) * 100).toFixed(1);
  return [...best].map(([name, micros]) => ({ name: `watching: ${name} (${more(micros)} % more)`, micros }));
}
