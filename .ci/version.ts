/** The version of a build, from the version in package.json and the last tag. */

/**
 * @param version of package.json
 * @param described `v1.2.0-5-gabc1234`: tag, commits since then, commit; undefined without a tag
 * @returns the version itself on its tag or without tags, `1.2.0-dev.5.gabc1234` after the tag
 * @throws Error if the tag of this commit names another version
 */
export function versionAt(version: string, described: string | undefined): string {
  const [, tag, count, commit] = /^v(\d.*)-(\d+)-(g[0-9a-f]+)$/.exec(described ?? '') ?? [];
  if (tag === undefined) return version;
  if (count !== '0') return `${version}-dev.${count}.${commit}`;
  if (tag !== version) throw new Error(`the tag v${tag} does not match version ${version} of package.json`);
  return version;
}
