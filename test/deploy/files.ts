/** The files of `deploy/` and beside it, for their static checks. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { readSettings, type Settings } from '#src/config/load.ts';
import { ROOT } from '../../.ci/packages.ts';

export const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** A parsed file of YAML; merge keys (`<<`) are resolved. */
export const readYaml = <T>(file: string): T => parse(read(file), { merge: true }) as T;

/** The documents of rendered YAML. @throws Error for a syntax error */
export function documentsOf(yaml: string): unknown[] {
  return parseAllDocuments(yaml).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as unknown;
  });
}

/** Settings from these variables and files; unknown keys are errors. */
export const settingsOf = (environment: Readonly<Record<string, string>>, ...files: readonly string[]): Settings =>
  readSettings({ files: files.map((file) => join(ROOT, file)), environment, base: { gdpr: { default_value: '1' } }, strict: true });
