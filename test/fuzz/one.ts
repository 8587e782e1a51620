/** Fuzzes one decoder in a process of its own, and sends its parent the result; started by `run.ts`. */
import { pathToFileURL } from 'node:url';
import { seededRandom } from '#src/lang/seeded-random.ts';
import { inputsOf, readCorpus, writeCorpus } from './corpus.ts';
import { BlockCounters, Covered } from './coverage.ts';
import { failureOf } from './decoder.ts';
import { DECODERS } from './decoders.ts';
import { type Fuzzed, fuzz } from './loop.ts';
import { distil, shortened } from './minimise.ts';
import type { Message, Report } from './report.ts';
import { tokensOf } from './tokens.ts';

const [name = '', seconds = '60', seed = '1', mode = ''] = process.argv.slice(2);
const decoder = DECODERS.find((one) => one.name === name);
if (!decoder) throw new Error(`there is no decoder ${name}`);

const ROOT = pathToFileURL(new URL('../../', import.meta.url).pathname).href;
const isOurs = (url: string): boolean => url.startsWith(ROOT) && /^(src|streams|machines)\//.test(url.slice(ROOT.length));
const send = (message: Message, done: () => void = () => {}): void => void process.send?.(message, done);

/** Stops after so many seconds from now. */
function until(limit: number): () => boolean {
  const end = Date.now() + limit * 1000;
  return () => Date.now() >= end;
}

const counters = new BlockCounters(isOurs);
const corpus = readCorpus(name);
const [limit, start] = [Number(seconds), Number(seed)];

// Loads what decoders load late.
for (const input of decoder.seeds) await failureOf(decoder, input);
counters.take();
/** What the seeds execute: whose literals are the tokens, and the base of all comparisons. */
const base = new Covered();
for (const input of decoder.seeds) {
  await failureOf(decoder, input);
  base.add(counters.take());
}
const tokens = tokensOf(decoder, base.files());

const search = (over: {
  readonly corpus: readonly string[];
  readonly unguided?: boolean;
  readonly isOver: (count: number) => boolean;
}): Promise<Fuzzed> =>
  fuzz({ decoder, tokens, counters, base, random: seededRandom(start), onBatch: (batch) => send({ kind: 'batch', batch }), ...over });

const isOver = until(limit);
const guided = await search({ corpus: inputsOf(corpus), isOver });
const unguided =
  mode === 'compare' ? await search({ corpus: [], unguided: true, isOver: (count) => count >= guided.executions }) : undefined;
send({ kind: 'batch', batch: [] });
const failures = await Promise.all(guided.failures.map((failure) => shortened(decoder, failure)));
const reached = await distil(decoder, [...corpus.reached, ...guided.inputs], counters, base, until(limit));
if (mode !== 'dry') {
  const found = Object.fromEntries(failures.map(({ message, input }) => [message, input]));
  writeCorpus(name, { found: { ...corpus.found, ...found }, reached });
}
const blocks = (covered: Covered): number => covered.blocks(counters.ends).executed;
const report: Report = {
  name,
  executions: guided.executions,
  seeds: blocks(base),
  unguided: unguided && blocks(unguided.covered),
  guided: blocks(guided.covered),
  inputs: reached.length,
  failures,
};
send({ kind: 'report', report }, () => process.exit(0));
