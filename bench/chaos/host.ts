/** A host under attack, in a process of its own on loopback. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostConfigInput } from '#src/config/schema.ts';
import { type Started, start } from '../process.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

/**
 * @param endpoints of the bidders, by code
 * @param settings merged over those of all attacks
 * @param wrapper a program that starts Node, such as `taskset -c 0`
 */
export function startHost(
  endpoints: Readonly<Record<string, string>>,
  settings: HostConfigInput = {},
  wrapper: readonly string[] = [],
): Promise<Started> {
  const adapters = Object.entries(endpoints).map(([code, endpoint]) => [code, { alias_of: 'generic', enabled: true, endpoint }]);
  const file = join(mkdtempSync(join(tmpdir(), 'auctor-chaos-')), 'auctor.yaml');
  const config = {
    host: '127.0.0.1',
    port: 0,
    admin: { enabled: false },
    log: { level: 'silent' },
    gdpr: { enabled: false, default_value: '0' },
    adapters: Object.fromEntries(adapters),
    ...settings,
  };
  writeFileSync(file, JSON.stringify(config));
  return start(MAIN, ['--config', file, '--hello'], {}, ['--max-semi-space-size=64'], wrapper);
}
