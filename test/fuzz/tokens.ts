/** Tokens of a decoder: its own, and the string literals and field names of the sources that its seeds execute. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Decoder } from './decoder.ts';

const LITERAL = /'((?:[^'\\\n]|\\.){1,40})'|\.([a-z_]\w{2,30})\b|\b([a-z_]\w{1,30})\??:/g;

function literalsOf(url: string): string[] {
  const source = readFileSync(fileURLToPath(url), 'utf8').replaceAll(/^import .*$/gm, '');
  return [...source.matchAll(LITERAL)].map(([, literal, field, name]) => literal ?? field ?? name ?? '');
}

export const tokensOf = ({ tokens = [] }: Decoder, files: readonly string[]): readonly string[] => [
  // Own tokens are as frequent as all others.
  ...new Set([...tokens, ...files.flatMap(literalsOf)]),
];
