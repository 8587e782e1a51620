/**
 * `npm run differential [-- --peer URL] [--variant go|java] [--against go|java] [--runs N] [--seed N] [--bidders a,b] [--minimal N]
 * [--port N] [--json FILE]
 * [--write-settings FOLDER]`: sends generated calls to an auctor and to a second host of the kind, and prints the kinds of differences
 * with a minimal request each. Without `--peer` the second host is an auctor of the other variant.
 *
 * A peer needs the same bidders: `--write-settings FOLDER` writes its settings (`pbs.json` for the Go variant, `application.json` for the
 * Java variant) and stored requests, with the recording bidder server on `--port` as the endpoint of all bidders. Exits with 0 after a
 * comparison, with 1 if a host cannot be reached, with 2 for bad arguments.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { argumentsOrExit } from '#src/cli/tool-arguments.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { BIDDERS } from './calls.ts';
import { compareHosts } from './compare-hosts.ts';
import { type OwnHost, type Plan, settingsFor, startOwn, type Variant, writeStoredRequests } from './hosts.ts';
import { type Recorder, startRecorder } from './recorder.ts';
import { formatReport, jsonReport } from './report.ts';

const DEFAULT_PORT = 8_900;

interface Arguments {
  readonly peer: string | undefined;
  readonly variant: Variant;
  /** Variant of the second auctor. */
  readonly against: Variant;
  readonly runs: number;
  readonly seed: number;
  readonly bidders: readonly string[];
  readonly minimal: number;
  readonly port: number;
  readonly json: string | undefined;
  readonly settingsFolder: string | undefined;
}

function variantOf(name: string, value: string): Variant {
  if (value !== 'go' && value !== 'java') throw new Error(`--${name} must be go or java`);
  return value;
}

function readArguments(): Arguments {
  const text = { type: 'string' } as const;
  const options = {
    peer: text,
    variant: text,
    against: text,
    runs: text,
    seed: text,
    bidders: text,
    minimal: text,
    port: text,
    json: text,
    'write-settings': text,
  };
  const { values } = parseArgs({ options });
  const variant = variantOf('variant', values.variant ?? 'go');
  if (values.peer !== undefined && !URL.canParse(values.peer)) throw new Error('--peer must be a URL');
  const integer = (name: 'runs' | 'seed' | 'port' | 'minimal', otherwise: number): number => {
    const number = Number(values[name] ?? otherwise);
    if (!Number.isInteger(number) || number < 0) throw new Error(`--${name} must be a whole number`);
    return number;
  };
  return {
    peer: values.peer?.replace(/\/$/, ''),
    variant,
    against: variantOf('against', values.against ?? (variant === 'go' ? 'java' : 'go')),
    runs: integer('runs', 1000),
    seed: integer('seed', Math.floor(Math.random() * 1e9)),
    bidders: values.bidders?.split(',') ?? BIDDERS,
    minimal: integer('minimal', 40),
    port: integer('port', values.peer === undefined && values['write-settings'] === undefined ? 0 : DEFAULT_PORT),
    json: values.json,
    settingsFolder: values['write-settings'],
  };
}

function writeSettings(plan: Plan, recorder: Recorder): void {
  writeStoredRequests(plan);
  for (const [file, variant] of [
    ['pbs.json', 'go'],
    ['application.json', 'java'],
  ] as const) {
    writeFileSync(join(plan.folder, file), `${JSON.stringify(settingsFor(plan, recorder, 'peer', variant), null, 2)}\n`);
  }
  writeFileSync(join(plan.folder, 'accounts.yaml'), 'accounts: []\n');
  console.log(`settings of a peer are in ${plan.folder}; start it with them, then run this command with --peer URL --seed ${plan.seed}`);
}

async function run(wanted: Arguments): Promise<void> {
  const recorder = await startRecorder(wanted.port);
  const folder = wanted.settingsFolder ? resolve(wanted.settingsFolder) : mkdtempSync(join(tmpdir(), 'auctor-differential-'));
  mkdirSync(folder, { recursive: true });
  const plan: Plan = { bidders: wanted.bidders, folder, seed: wanted.seed };
  const own: OwnHost[] = [];
  try {
    if (wanted.settingsFolder) return writeSettings(plan, recorder);
    const ampIds = writeStoredRequests(plan);
    const ours = await startOwn(plan, recorder, 'ours', wanted.variant);
    own.push(ours);
    if (wanted.peer === undefined) own.push(await startOwn(plan, recorder, 'peer', wanted.against));
    const origins = { ours: ours.origin, peer: wanted.peer ?? own[1]?.origin ?? '' };
    const { runs, seed, bidders } = wanted;
    const comparison = await compareHosts({ recorder, origins }, { bidders, ampIds, runs, seed, minimal: wanted.minimal });
    const totals = { sent: comparison.sent, differing: comparison.differing, seed };
    console.log(formatReport(comparison.buckets.values(), totals));
    if (wanted.json) writeFileSync(wanted.json, `${JSON.stringify(jsonReport(comparison.buckets.values(), totals), null, 1)}\n`);
  } finally {
    await Promise.all([...own.map((host) => host.stop()), recorder.close()]);
    if (!wanted.settingsFolder) rmSync(folder, { recursive: true, force: true });
  }
}

const wanted = argumentsOrExit('differential', readArguments);
try {
  await run(wanted);
} catch (cause) {
  console.error(errorMessage(cause));
  process.exitCode = 1;
}
