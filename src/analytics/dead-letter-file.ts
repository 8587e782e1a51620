/** Dead letters of a module as lines of `<folder>/<module>.ndjson`. */
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostConfig } from '#src/config/schema.ts';
import { toBytes } from '#src/config/units.ts';
import { appendLines } from './append-lines.ts';
import type { DeadLetterSink } from './dead-letter.ts';

/** The sink for a module's dead letters; once the file has `max_size` bytes it is full. */
export function deadLetterFile(module: string, { folder, max_size }: HostConfig['analytics']['dead_letters']): DeadLetterSink {
  const file = join(folder, `${module}.ndjson`);
  const maxBytes = toBytes(max_size) ?? 0;
  return async (letters) => {
    await mkdir(folder, { recursive: true });
    if ((await sizeOf(file)) >= maxBytes) return 'full';
    await appendLines(
      file,
      letters.map((letter) => JSON.stringify(letter)),
    );
    return 'kept';
  };
}

/** Bytes of a file; 0 if there is none. */
const sizeOf = async (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
