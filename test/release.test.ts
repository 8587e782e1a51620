/** The steps of a release: the version of a build, the changelog, the JavaScript of the package. */
import { describe, expect, it } from 'vitest';
import { toJavaScript } from '../.ci/build.ts';
import { releasedChangelog } from '../.ci/changelog.ts';
import { versionAt } from '../.ci/version.ts';

describe('the version of a build', () => {
  it('is the one of package.json on its tag, and without tags', () => {
    expect(versionAt('1.2.0', 'v1.2.0-0-gabc1234')).toBe('1.2.0');
    expect(versionAt('1.2.0', undefined)).toBe('1.2.0');
  });

  it('counts the commits since the tag', () => {
    expect(versionAt('1.2.0', 'v1.2.0-5-gabc1234')).toBe('1.2.0-dev.5.gabc1234');
  });

  it('is rejected if the tag names another version', () => {
    expect(() => versionAt('1.2.0', 'v1.3.0-0-gabc1234')).toThrow('the tag v1.3.0 does not match version 1.2.0 of package.json');
  });
});

describe('the changelog of a release', () => {
  const page = '# Changes\n\n## Unreleased\n\n- New.\n\n## 0.1.0 (2026-01-01)\n\n- Old.\n';

  it('has the unreleased entries below its heading', () => {
    expect(releasedChangelog(page, '0.2.0', '2026-02-01')).toBe(
      '# Changes\n\n## Unreleased\n\n## 0.2.0 (2026-02-01)\n\n- New.\n\n## 0.1.0 (2026-01-01)\n\n- Old.\n',
    );
  });

  it('may have entries by area', () => {
    const byArea = page.replace('- New.', '### Adapters\n\n- New.');
    expect(releasedChangelog(byArea, '0.2.0', '2026-02-01')).toContain('## 0.2.0 (2026-02-01)\n\n### Adapters\n\n- New.\n');
    const empty = byArea.replace('- New.', '');
    expect(() => releasedChangelog(empty, '0.2.0', '')).toThrow('no unreleased entries');
  });

  it('is rejected without entries, and for a version that was released', () => {
    expect(() => releasedChangelog('# Changes\n\n## Unreleased\n\n## 0.1.0\n', '0.2.0', '')).toThrow('no unreleased entries');
    expect(() => releasedChangelog(page, '0.1.0', '')).toThrow('a release 0.1.0 already');
  });
});

describe('the JavaScript of the package', () => {
  it('has no types, imports JavaScript, and keeps lines and columns', () => {
    const source = "import { a, type B } from './a.ts';\nimport type { C } from '#src/c.ts';\nconst b: B = await import('#src/d.ts');\n";
    expect(toJavaScript(source)).toBe(
      "import { a,        } from './a.js';\n                                   \nconst b    = await import('#src/d.js');\n",
    );
  });
});
