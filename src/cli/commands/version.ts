/** `auctor version`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, EXIT, UsageError } from '../command.ts';

const version: Command = {
  summary: 'print the version',
  usage: '',
  async run(given) {
    if (given.length > 0) throw new UsageError(`${given[0]}: no such argument`);
    const file = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8');
    console.log((JSON.parse(file) as { version: string }).version);
    return EXIT.good;
  },
};

export default version;
