/** Folders with one file per setting, as platforms mount secrets: the path below the folder is the key, the content is the value. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Property } from './property.ts';

/** Paths of the files below a folder, as lists of names. Names with two leading dots are a platform's own. */
function filesBelow(folder: string, above: readonly string[] = []): string[][] {
  return readdirSync(join(folder, ...above))
    .filter((name) => !name.startsWith('..'))
    .sort()
    .flatMap((name) => {
      const path = [...above, name];
      return statSync(join(folder, ...path)).isDirectory() ? filesBelow(folder, path) : [path];
    });
}

/** One document; a newline at the end of a file is no part of its value. @throws Error if the folder is unreadable */
export function readConfigTree(folder: string): Property[] {
  return filesBelow(folder).map((path) => {
    const source = join(folder, ...path);
    const written = path.join('.');
    return { keys: [written], value: readFileSync(source, 'utf8').replace(/\r?\n$/, ''), origin: { source, rank: 0, line: 1, written } };
  });
}
