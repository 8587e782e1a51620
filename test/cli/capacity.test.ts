import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { capacityPlan, formatPlan, type Load } from '#src/cli/capacity.ts';
import { DEFAULT_COSTS, unitCosts } from '#src/cli/unit-costs.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-plan-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LOAD: Load = {
  auctionsPerSecond: 2000,
  bidders: 10,
  imps: 1,
  durationMs: 400,
  coresPerNode: 4,
  cachedBids: 4,
  cachedBytes: 2048,
  cacheSeconds: 360,
};
/** Round figures, so that results can be checked by hand. */
const COSTS = { ...DEFAULT_COSTS, auctionMs: 1, bidderMs: 0.1, cachedBidMs: 0.25, processMb: 200, auctionKb: 512 };

describe('the capacity plan', () => {
  it('uses 60 % of each core and adds a spare node', () => {
    // 1 + 10 × 0.1 + 4 × 0.25 = 3 ms: 200 auctions/s at 60 % of a core
    expect(capacityPlan(LOAD, COSTS)).toMatchObject({ cpuMs: 3, auctionsPerCoreSecond: 200, cores: 10, nodes: 4 });
  });

  it('derives memory from auctions in flight, by Little’s law', () => {
    // 2000/s × 0.4 s on 10 processes: 80 each, of half a MB
    expect(capacityPlan(LOAD, COSTS)).toMatchObject({ auctionsInFlight: 800, memoryMbPerProcess: 240, memoryMbPerNode: 960 });
  });

  it('counts cached values for their lifetime', () => {
    const { redisMb, redisWritesPerSecond } = capacityPlan(LOAD, COSTS);
    expect({ writes: redisWritesPerSecond, gb: (redisMb / 1024).toFixed(2) }).toEqual({ writes: 8000, gb: '6.03' });
    expect(capacityPlan({ ...LOAD, cachedBids: 0 }, COSTS).redisMb).toBe(0);
  });

  it('prints one line per quantity, with the source of its figures', () => {
    const lines = formatPlan(LOAD, COSTS, capacityPlan(LOAD, COSTS)).split('\n');
    expect(lines).toHaveLength(9);
    expect(lines[3]).toBe('nodes               4 of 4 cores, one of them spare');
    expect(lines.at(-1)).toContain('AMD EPYC');
  });
});

describe('unit costs', () => {
  const file = join(folder, 'bench.json');
  const results = (values: Readonly<Record<string, number>>): void =>
    writeFileSync(
      file,
      JSON.stringify({
        machine: { cpu: 'CPU', cpus: 8, node: '26' },
        at: '2026-01-01',
        results: Object.entries(values).map(([name, value]) => ({ name, value })),
      }),
    );

  it('come from the results of the bench: a line through 5 and 15 bidders', () => {
    results({ '5 bidders, 0 ms: CPU of auctor': 2, '15 bidders, 0 ms: CPU of auctor': 4, '5 bidders, 0 ms: RSS of auctor': 150 });
    expect(unitCosts(file)).toEqual({
      ...DEFAULT_COSTS,
      auctionMs: 1,
      bidderMs: 0.2,
      processMb: 150,
      source: '8 × CPU, Node 26, 2026-01-01',
    });
  });

  it('need the section of servers', () => {
    results({});
    expect(() => unitCosts(file)).toThrow('has no line "5 bidders, 0 ms: CPU of auctor": run npm run bench -- servers --json');
  });
});
