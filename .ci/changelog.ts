/** `npm version X.Y.Z` runs this: moves the unreleased entries of CHANGELOG.md below a heading with the version and the date. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { project, ROOT } from './packages.ts';

const UNRELEASED = '\n## Unreleased\n';

/** @param date ISO date @throws Error if there is no entry, or the version has a heading already */
export function releasedChangelog(page: string, version: string, date: string): string {
  const [before, after] = page.split(UNRELEASED, 2);
  if (before === undefined || after === undefined) throw new Error('CHANGELOG.md has no heading "## Unreleased"');
  if (page.includes(`\n## ${version} (`)) throw new Error(`CHANGELOG.md has a release ${version} already`);
  const [unreleased = ''] = after.split('\n## ', 1);
  if (!/^- /m.test(unreleased)) throw new Error('CHANGELOG.md has no unreleased entries');
  return `${before}${UNRELEASED}\n## ${version} (${date})\n${after}`;
}

if (import.meta.main) {
  const file = join(ROOT, 'CHANGELOG.md');
  writeFileSync(file, releasedChangelog(readFileSync(file, 'utf8'), project.version, new Date().toISOString().slice(0, 10)));
}
