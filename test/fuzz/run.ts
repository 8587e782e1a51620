/**
 * `npm run fuzz -- [decoder …] [--minutes n] [--seed n] [--compare] [--dry]`: searches inputs that break decoders, guided by V8's block
 * coverage, each decoder in a process of its own for `n` minutes (default 1). Writes the corpus, except with `--dry`. `--compare` also
 * counts the blocks that as many mutations of the seeds alone reach. The exit code is 0 only if nothing fails.
 */
import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { argumentsOrExit, checkNames } from '#src/cli/tool-arguments.ts';
import { DECODERS } from './decoders.ts';
import { type Message, printReport } from './report.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const names = DECODERS.map(({ name }) => name);
const { values, positionals } = argumentsOrExit('fuzz', () => {
  const read = parseArgs({ allowPositionals: true, options: { minutes: text, seed: text, compare: flag, dry: flag } });
  checkNames('decoder', read.positionals, names);
  return read;
});
const seconds = Number(values.minutes ?? 1) * 60;
const mode = values.dry ? 'dry' : values.compare ? 'compare' : '';

/** ms without a message after which a batch of inputs counts as endless. */
const MAX_SILENCE_MS = 120_000;

/** Whether the decoder has no failure. */
function fuzzed(name: string): Promise<boolean> {
  const child = fork(join(import.meta.dirname, 'one.ts'), [name, String(seconds), values.seed ?? '1', mode], {
    execArgv: ['--stack-trace-limit=30', '--max-old-space-size=1500'],
  });
  return new Promise((resolve) => {
    let batch: readonly string[] = [];
    let passed = false;
    const hang = (): void => {
      const file = join(tmpdir(), `auctor-fuzz-${name}.json`);
      writeFileSync(file, JSON.stringify(batch, null, 2));
      console.log(`${name}: one of the inputs in ${file} does not end`);
      child.kill('SIGKILL');
    };
    let timer = setTimeout(hang, MAX_SILENCE_MS + seconds * 1000);
    child.on('message', (message: Message) => {
      clearTimeout(timer);
      if (message.kind === 'batch') {
        ({ batch } = message);
        timer = setTimeout(hang, batch.length === 0 ? MAX_SILENCE_MS + seconds * 1000 : MAX_SILENCE_MS);
        return;
      }
      printReport(message.report);
      passed = message.report.failures.length === 0;
    });
    child.once('close', () => {
      clearTimeout(timer);
      resolve(passed);
    });
  });
}

let failed = 0;
for (const name of positionals.length > 0 ? positionals : names) if (!(await fuzzed(name))) failed++;
process.exit(failed === 0 ? 0 : 1);
