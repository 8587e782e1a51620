/** The rules of each state for the console: the files of its folder with the first sentence of their comments. */

import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { STAGES } from '#machines/lifecycle.ts';
import { onceMade } from '#src/lang/once-made.ts';

const ROOT = join(import.meta.dirname, '../..');
/** `.ts`, or `.js` in an installed package. */
const EXTENSION = extname(import.meta.filename);

export interface StateRules {
  readonly state: string;
  /** What the state does, in a sentence. */
  readonly purpose: string;
  /** Address of its documentation on this listener. */
  readonly page: string;
  readonly rules: readonly { readonly file: string; readonly rule: string }[];
}

/** `fanOut` is the folder `fan-out`. */
const folderOf = (state: string): string => state.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The first paragraph of a file's first comment, without references to its page. */
function purposeOf(source: string): string {
  const comment = /\/\*\*([\s\S]*?)\*\//.exec(source)?.[1] ?? '';
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trim());
  const paragraph =
    lines
      .join(' ')
      .trim()
      .split(/ @| {2}/)[0] ?? '';
  return paragraph.replace(/ ?\(?(Page: )?docs\/[\w./#-]+\)?/g, '').replace(/\.\.$/, '.');
}

async function rulesOf(state: string): Promise<StateRules> {
  const name = folderOf(state);
  const folder = `src/auction/${name}`;
  const files = (await readdir(join(ROOT, folder), { recursive: true })).filter((file) => file.endsWith(EXTENSION)).sort();
  const read = async (file: string): Promise<string> => purposeOf(await readFile(join(ROOT, file), 'utf8'));
  const rules = files.map(async (file) => ({ file: `${folder}/${file}`, rule: await read(`${folder}/${file}`) }));
  return { state, purpose: await read(`${folder}${EXTENSION}`), page: `/console/stages/${name}`, rules: await Promise.all(rules) };
}

/** All states in order; read once. @throws Error if the sources cannot be read */
export const stateRules: () => Promise<readonly StateRules[]> = onceMade(() => Promise.all(STAGES.map(rulesOf)));

/** Pages of the documentation: beside the sources, or beside the folder of an installed package's code. */
const PAGES = ['docs/stages', '../docs/stages'].map((folder) => join(ROOT, folder));

/** The documentation of a state by its folder name; undefined if there is none. */
export async function stagePage(name: string): Promise<string | undefined> {
  if (!STAGES.map(folderOf).includes(name)) return undefined;
  for (const folder of PAGES) {
    const page = await readFile(join(folder, `${name}.md`), 'utf8').catch(() => undefined);
    if (page !== undefined) return page;
  }
  return undefined;
}
