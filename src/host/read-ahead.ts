/** Reads files before the program needs them: Node loads modules on the event loop, which stands still until a slow disk responds. */
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** All reads share it: the content is only for the cache of the operating system. */
const BUFFER_BYTES = 65_536;

/** Reads all files below the folder, one after the other; stops at once when `signal` aborts. Files that cannot be read are skipped. */
export async function readAhead(folder: string, signal: AbortSignal): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  for (const entry of entries) {
    if (signal.aborted) return;
    if (entry.isFile()) await readThrough(join(entry.parentPath, entry.name), buffer).catch(() => undefined);
  }
}

async function readThrough(path: string, buffer: Buffer): Promise<void> {
  await using file = await open(path);
  while ((await file.read(buffer)).bytesRead > 0);
}
