/**
 * `npm run replay FILE...`: replays the auctions of recordings offline, and reports which responses are identical. `--config FILE` uses other
 * settings (what would have happened?), `--print` prints the responses. `--shaping FILE` prints instead what traffic shaping with the
 * settings in that file would have saved and lost; `--seed` repeats or varies its draws.
 */
import '#src/platform/node-version.ts';
import '#machines/xstate-closures.ts';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { loadConfig } from '#src/config/load.ts';
import { isObject } from '#src/json/merge.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { shapingSettings } from '#src/modules/traffic-shaping/settings.ts';
import { type Captured, readCapture } from './capture.ts';
import { type Replayed, replay, type World } from './replay.ts';
import type { ReplaySettings } from './settings.ts';
import { ShapingSimulation, shapingLines } from './shaping.ts';
import { makeWorld } from './world.ts';

const USAGE =
  'auctor: usage: auctor replay FILE... [--config FILE] [--print] [--shaping FILE [--seed N]], FILE: lines of a tap with recordings';

function readArguments() {
  const options = {
    config: { type: 'string' },
    print: { type: 'boolean' },
    shaping: { type: 'string' },
    seed: { type: 'string' },
  } as const;
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (cause) {
    console.error(errorMessage(cause));
    process.exit(2);
  }
}

const { values, positionals: files } = readArguments();
if (files.length === 0) {
  console.error(USAGE);
  process.exit(2);
}

const worlds = new Map<ReplaySettings, World>();

async function worldOf(settings: ReplaySettings): Promise<World> {
  const known = worlds.get(settings);
  if (known) return known;
  const world = await makeWorld(values.config === undefined ? settings : { ...settings, config: loadConfig(values.config) });
  worlds.set(settings, world);
  return world;
}

function report({ name, recording }: Captured, { same, clientResponse, differences }: Replayed): void {
  const note = recording.masked ? ' (its request was masked by a privacy decision)' : '';
  const outcome = recording.unread ? 'lost     ' : same ? 'same     ' : 'different';
  console.log(`${outcome} ${name}: ${recording.endpoint}, status ${clientResponse?.status ?? 'none'}${note}`);
  for (const difference of differences) console.log(`          ${difference}`);
  if (values.print) console.log(clientResponse?.body ?? '');
}

/** @throws Error naming the invalid field */
function openSimulation(path: string, seed = '1'): ShapingSimulation {
  const settings: unknown = parse(readFileSync(path, 'utf8'));
  if (!isObject(settings) || !/^\d+$/.test(seed)) throw new Error('--shaping needs a file with settings, --seed a whole number');
  return new ShapingSimulation(shapingSettings(settings), Number(seed));
}

/** The recordings of a file. @throws Error naming the file */
function captured(path: string): Captured[] {
  const text = readFileSync(path, 'utf8');
  try {
    return readCapture(text);
  } catch (cause) {
    throw new Error(`${path}: ${errorMessage(cause)}`, { cause });
  }
}

/** Without the auctions that were not recorded the others may still be the same. */
const summary = (all: number, different: number, lost: number): string =>
  `${all} auctions, ${all - different - lost} the same, ${different} different${lost > 0 ? `, ${lost} not recorded` : ''}`;

/** @returns the exit code. @throws Error for a recording without settings */
async function replayAll(): Promise<number> {
  const simulation = values.shaping === undefined ? undefined : openSimulation(values.shaping, values.seed);
  const all = files.flatMap(captured);
  let different = 0;
  let lost = 0;
  for (const one of all) {
    if (!one.settings) throw new Error('the file contains no settings: keep the line of type `settings` at the start of the tap');
    const replayed = await replay(one.recording, await worldOf(one.settings));
    if (one.recording.unread) lost++;
    else if (!replayed.same) different++;
    if (!simulation) report(one, replayed);
    else if (replayed.auction) simulation.add(replayed.auction);
  }
  if (simulation) for (const line of shapingLines(simulation.report())) console.log(line);
  else console.log(summary(all.length, different, lost));
  return (different > 0 && !simulation) || all.length === lost ? 1 : 0;
}

void replayAll().then(
  (code) => process.exit(code),
  (cause: unknown) => {
    console.error(errorMessage(cause));
    process.exit(1);
  },
);
