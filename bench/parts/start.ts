/** Start of a host that enables all bidders, compared with one that enables five: time until it listens, and resident memory. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { PartLine } from '../parts.ts';
import { median } from '../stats.ts';

const FEW = ['appnexus', 'rubicon', 'pubmatic', 'openx', 'ix'];
const MAX_TIME_RATIO = 1.5;
const MAX_MEMORY_RATIO = 1.3;

interface Start {
  /** From the start of the process until the host listens. */
  readonly ms: number;
  readonly codes: number;
  /** Once all enabled adapters are loaded. */
  readonly rssMb: number;
}

/** One fresh process with these adapter settings. */
function startOnce(settings: object): Start {
  const source = (path: string): string => JSON.stringify(join(import.meta.dirname, '../../src', path));
  const script = `import { loadConfig } from ${source('config/load.ts')};
    import { makeHost } from ${source('host/host.ts')};
    import { silentLog } from ${source('platform/log.ts')};
    const offline = { host: '127.0.0.1', port: 0, admin_port: 0, gdpr: { default_value: '0', vendorlist: { live: { enabled: false } } },
      currency_converter: { fetch_interval_seconds: 0 } };
    const host = await makeHost(loadConfig(undefined, {}, { ...offline, ...${JSON.stringify(settings)} }), silentLog, { demo: false });
    await host.listen();
    const ms = performance.now();
    const enabled = [...host.services.bidders.all.values()].filter(({ info }) => info.enabled);
    for (const bidder of enabled) void bidder.adapter;
    console.log(JSON.stringify({ ms, codes: enabled.length, rssMb: process.memoryUsage().rss / 2 ** 20 }));
    process.exit(0);`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })) as Start;
}

/** Medians of three fresh processes. */
function startOf(settings: object): Start {
  const samples = Array.from({ length: 3 }, () => startOnce(settings));
  return { ms: median(samples.map(({ ms }) => ms)), codes: samples[0]?.codes ?? 0, rssMb: median(samples.map(({ rssMb }) => rssMb)) };
}

export function measure(): PartLine[] {
  const few = startOf({
    adapter_defaults: { enabled: false },
    adapters: Object.fromEntries(FEW.map((code) => [code, { enabled: true, endpoint: 'https://bidder.example' }])),
  });
  const all = startOf({ adapter_defaults: { enabled: true } });
  const name = ({ codes, rssMb }: Start): string => `start of a host with ${codes} bidders, then ${rssMb.toFixed(0)} MB`;
  const memory = `(memory ≤ ${(few.rssMb * MAX_MEMORY_RATIO).toFixed(0)} MB)`;
  return [
    { name: name(few), value: few.ms * 1000 },
    { name: `${name(all)} ${memory}`, value: all.ms * 1000, target: Math.round(few.ms * MAX_TIME_RATIO * 1000) },
  ];
}
