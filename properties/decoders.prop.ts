/** Decoders never throw: mutations of a kept corpus, which holds what earlier runs found. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { parseObject } from '#src/auction/validate/parse.ts';
import { parseAccount } from '#src/config/accounts.ts';
import { readSettings } from '#src/config/load.ts';
import { hostSchema } from '#src/config/schema.ts';
import { readNativeRequest } from '#src/openrtb/native-request.ts';
import { decodeGpp } from '#src/privacy/gpp.ts';
import { decodeTcf } from '#src/privacy/tcf.ts';
import { decodeUids } from '#src/sync/uids-encoding.ts';
import { isActiveMarkup } from '#src/vast/active-markup.ts';
import { insertImpression } from '#src/vast/impression.ts';
import { runs } from './runs.ts';

/** Texts by decoder and by what is special about them. */
type Corpus = Readonly<Record<string, Readonly<Record<string, string>>>>;
const corpus = JSON.parse(readFileSync(join(import.meta.dirname, 'corpus/decoders.json'), 'utf8')) as Corpus;

const folder = mkdtempSync(join(tmpdir(), 'auctor-decoders-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { account_defaults: defaults } = hostSchema.parse({});

/** As YAML or JSON, and as a file of properties. */
const readFiles = (text: string): unknown =>
  ['host.yaml', 'host.properties'].map((name) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return readSettings({ files: [file], environment: {} });
  });

const DECODERS: Readonly<Record<string, (text: string) => unknown>> = {
  request: (text) => [parseObject(text), readNativeRequest(text)],
  vast: (text) => [insertImpression(text, 'https://t.example/'), isActiveMarkup(text)],
  tcf: decodeTcf,
  gpp: decodeGpp,
  cookie: (text) => decodeUids(text, 0),
  settings: readFiles,
  account: (text) => parseAccount(text, 'id', defaults),
};
/** Runs per decoder; reading settings takes tens of ms. */
const RUNS: Readonly<Record<string, number>> = { settings: 25 };

/** Cuts, repeats, joins and replaces parts of the seeds. */
const mutated = (seeds: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...seeds),
      fc.constantFrom(...seeds),
      fc.nat(200),
      fc.nat(200),
      fc.nat(20),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    .map(
      ([one, other, from, to, times, more]) =>
        one.slice(0, from) + other.slice(Math.min(from, to), to).repeat(times) + more + one.slice(to),
    );

test.each(Object.keys(DECODERS))('the decoder for %s ends with a result for every mutation of its corpus', (name) => {
  const seeds = Object.values(corpus[name] ?? {});
  const decode = DECODERS[name] ?? expect.fail();
  for (const seed of seeds) decode(seed);
  fc.assert(
    fc.property(mutated(seeds), (text) => {
      decode(text);
    }),
    runs(RUNS[name] ?? 500),
  );
  expect(Object.keys(Object.prototype)).toEqual([]);
});
