/** The settings recordings were made under, without what must stay secret: told once to taps that ask for recordings. */
import type { HostConfig } from '#src/config/schema.ts';

export interface ReplaySettings {
  readonly version: string;
  /** Whether the demo bidder was there. */
  readonly demo: boolean;
  readonly config: HostConfig;
}

/** Names of options nobody else may know; none of them decides what an auction answers. */
const SECRET = /pass(word)?$|secret|token|api_?key|^username$|credential|connection_string|^database$|^redis$|^headers$|^inprocess$/i;

/** Stands for the debug override's token, in settings and in requests: whether they are equal decides what is shown. */
export const HIDDEN_TOKEN = 'hidden';

const withoutSecrets = (name: string, value: unknown): unknown => {
  if (name === 'override_token' && value !== '') return HIDDEN_TOKEN;
  if (!SECRET.test(name)) return value;
  return typeof value === 'string' ? '' : undefined;
};

/** A copy that can be shown: secret texts are empty, secret groups are gone. */
export const toReplaySettings = (config: HostConfig, version: string, demo: boolean): ReplaySettings => ({
  version,
  demo,
  config: JSON.parse(JSON.stringify(config, withoutSecrets)) as HostConfig,
});
