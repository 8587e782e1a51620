/** Temporary folders of the bench: removed when its process ends. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Creates one. @param name its purpose, such as `chaos` */
export function newFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `auctor-${name}-`));
  folders.push(folder);
  return folder;
}
