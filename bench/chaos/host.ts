/** A host under attack, in a process of its own on loopback. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostConfigInput } from '#src/config/schema.ts';
import { AUCTOR } from '#test/helpers/program.ts';
import { newFolder } from '../folder.ts';
import { type Started, start } from '../process.ts';

export interface Launch {
  /** A program that starts Node, such as `taskset -c 0`. */
  readonly wrapper?: readonly string[];
  readonly nodeArgs?: readonly string[];
}

/** A bidder's settings, at least its endpoint. */
export type BidderSettings = { readonly endpoint: string } & Readonly<Record<string, unknown>>;

/**
 * @param bidders endpoint or settings of each bidder, by code
 * @param settings merged over those of all attacks
 */
export function startHost(
  bidders: Readonly<Record<string, string | BidderSettings>>,
  settings: HostConfigInput = {},
  { wrapper = [], nodeArgs = [] }: Launch = {},
): Promise<Started> {
  const adapters = Object.entries(bidders).map(([code, given]) => {
    const own = typeof given === 'string' ? { endpoint: given } : given;
    return [code, { alias_of: 'generic', enabled: true, ...own }];
  });
  const file = join(newFolder('chaos'), 'auctor.yaml');
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
  return start(AUCTOR, ['start', '--config', file, '--hello'], {}, nodeArgs, wrapper);
}
