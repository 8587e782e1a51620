/** `auctor new-module`: creates a module with hooks and its test, in a folder of the host's own. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '#src/lang/error-message.ts';
import { findModules } from '#src/modules/registry.ts';
import { type Command, EXIT, UsageError, usageOf } from '../command.ts';
import { moduleFile, moduleTestFile } from '../module-template.ts';

const USAGE = 'VENDOR.MODULE [--folder FOLDER]';

function argumentsOf(given: readonly string[]): { code: string; folder: string } {
  const options = { folder: { type: 'string' } } as const;
  const { values, positionals } = usageOf(() => parseArgs({ args: [...given], allowPositionals: true, options }));
  const [code = '', ...others] = positionals;
  if (others.length > 0 || !/^[a-z0-9][\w-]*\.[a-z0-9][\w-]*$/.test(code)) throw new UsageError(`usage: auctor new-module ${USAGE}`);
  return { code, folder: values.folder ?? 'modules' };
}

/** Writes both files; existing ones stay. @returns their paths @throws Error if one exists */
function writeModule(code: string, folder: string): string[] {
  const own = join(folder, code.replace('.', '-'));
  mkdirSync(own, { recursive: true });
  const files = [
    [join(own, 'module.ts'), moduleFile(code)],
    [join(own, 'module.test.ts'), moduleTestFile(code)],
  ] as const;
  const existing = files.map(([path]) => path).find((path) => existsSync(path));
  if (existing !== undefined) throw new Error(`file exists: ${existing}`);
  for (const [path, content] of files) writeFileSync(path, content, { flag: 'wx' });
  return files.map(([path]) => path);
}

const newModule: Command = {
  summary: 'create a module with hooks and its test',
  usage: USAGE,
  async run(given) {
    const { code, folder } = argumentsOf(given);
    const known = (await findModules()).find((definition) => [definition.code, ...(definition.aliases ?? [])].includes(code));
    try {
      if (known) throw new Error(`${code} is a module of auctor already`);
      const [file, test] = writeModule(code, folder);
      console.log(`created ${file} and ${test}; test: node --test ${test}`);
      console.log(`settings: hooks: {enabled: true, paths: [${folder}], modules: {${code.replace('.', ': {')}: {enabled: true}}}}`);
      return EXIT.good;
    } catch (cause) {
      console.error(errorMessage(cause));
      return EXIT.errors;
    }
  },
};

export default newModule;
