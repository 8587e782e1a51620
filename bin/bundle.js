/**
 * The bundle of the program that `.ci/bundle.ts` writes to `.cache/bundle`: the program and its packages in a few files, with their compiled
 * code. It is used only while each file it was made from is unchanged, so that it is never stale.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The version of a file or folder: a write, a rename or a removal changes it. Empty: it does not exist. */
export function versionOf(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return '';
  // Hard links change the `ctime` of a package's files, and npm writes files only together with its list of packages.
  return `${found.size} ${found.mtimeMs} ${path.includes('/node_modules/') ? '' : found.ctimeMs}`;
}

/**
 * The folder of the current bundle; undefined without one, or if a source has changed.
 * @param root folder of the checkout
 */
export function currentBundle(root) {
  let bundle;
  try {
    bundle = JSON.parse(readFileSync(join(root, '.cache/bundle/current.json'), 'utf8'));
  } catch {
    return undefined;
  }
  for (const [path, version] of Object.entries(bundle.sources)) if (versionOf(join(root, path)) !== version) return undefined;
  return join(root, '.cache/bundle', bundle.folder);
}
