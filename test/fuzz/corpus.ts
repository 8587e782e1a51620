/** The corpus of each decoder: inputs that once made it fail, and inputs that reach blocks which its seeds do not reach. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Corpus {
  /** Inputs by what was special about them. */
  readonly found: Readonly<Record<string, string>>;
  readonly reached: readonly string[];
}

/** Max characters of a decoder's `reached` inputs. */
export const MAX_CORPUS = 12_000;

const fileOf = (name: string): string => join(import.meta.dirname, 'corpus', `${name}.json`);

export function readCorpus(name: string): Corpus {
  const file = fileOf(name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Corpus) : { found: {}, reached: [] };
}

export function writeCorpus(name: string, corpus: Corpus): void {
  writeFileSync(fileOf(name), `${JSON.stringify(corpus, null, 2)}\n`);
}

/** All inputs of a corpus. */
export const inputsOf = ({ found, reached }: Corpus): readonly string[] => [...Object.values(found), ...reached];
