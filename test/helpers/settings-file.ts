/** Settings files of tests. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '#src/config/load.ts';

/** The configuration that a host reads from a file with this text. */
export function loadSettings(text: string, env: Parameters<typeof loadConfig>[1] = {}): ReturnType<typeof loadConfig> {
  const folder = mkdtempSync(join(tmpdir(), 'auctor-settings-'));
  try {
    const file = join(folder, 'host.yaml');
    writeFileSync(file, text);
    return loadConfig(file, env);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
