/** Settings of a test: files in a folder of its own, read with the environment of a variant. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { type LoadOptions, readSettings, type Settings } from '#src/config/load.ts';

export const GO = { AUCTOR_VARIANT: 'go', AUCTOR_GDPR_DEFAULT_VALUE: '0' };
export const JAVA = { AUCTOR_VARIANT: 'java' };

interface SettingsFiles {
  readonly folder: string;
  /** Writes a file in a folder of its own. */
  file(text: string, name?: string): string;
  /** Reads one file's settings. */
  read(text: string, environment?: NodeJS.ProcessEnv, more?: LoadOptions): Settings;
}

/** Files of one test file, removed after its tests. */
export function settingsFiles(): SettingsFiles {
  const folder = mkdtempSync(join(tmpdir(), 'auctor-settings-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (text: string, name = 'host.yaml'): string => {
    const path = join(mkdtempSync(join(folder, 'f-')), name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
  return { folder, file, read: (text, environment = GO, more = {}) => readSettings({ files: [file(text)], environment, ...more }) };
}

/** Values at dotted options. */
export const valuesOf = ({ config }: Settings, ...options: readonly string[]): unknown[] =>
  options.map((option) => option.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], config));

export const withoutPlace = (lines: readonly string[]): string[] => lines.map((line) => line.replaceAll(/ \([^()]*:\d+\)/g, ''));
