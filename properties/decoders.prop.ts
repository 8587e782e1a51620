/** Every decoder of the fuzz table: its corpus is replayed, then mutated. `npm run fuzz` searches longer, guided by coverage. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '#src/lang/seeded-random.ts';
import { inputsOf, MAX_CORPUS, readCorpus } from '#test/fuzz/corpus.ts';
import { failureOf } from '#test/fuzz/decoder.ts';
import { DECODERS } from '#test/fuzz/decoders.ts';
import { MAX_LENGTH, MUTATORS } from '#test/fuzz/loop.ts';
import { runs } from './runs.ts';

/** Decoders that cost ms per input. */
const SLOW = /^(adapters|settings|request|response|video|amp)/;

describe.each(DECODERS.map((decoder) => [decoder.name, decoder] as const))('the decoder %s', (name, decoder) => {
  const corpus = readCorpus(name);
  const inputs = [...decoder.seeds, ...inputsOf(corpus)];

  test('obeys its laws for its seeds and its corpus', async () => {
    for (const input of inputs) expect(await failureOf(decoder, input)).toBeUndefined();
    expect(corpus.reached.join('').length).toBeLessThanOrEqual(MAX_CORPUS);
  });

  test('obeys its laws for mutations of them', async () => {
    const { tokens = [], maxLength = MAX_LENGTH, format } = decoder;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...inputs), fc.nat(), async (input, seed) => {
        const material = { random: seededRandom(seed), others: inputs, tokens, maxLength };
        expect(await failureOf(decoder, MUTATORS[format](input, material))).toBeUndefined();
      }),
      runs(SLOW.test(name) ? 10 : 100),
    );
  });
});
