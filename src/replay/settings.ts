/** The settings at recording time, without secrets: sent once to taps that request recordings. */
import type { HostConfig } from '#src/config/schema.ts';

export interface ReplaySettings {
  readonly version: string;
  /** Whether the demo bidder was present. */
  readonly demo: boolean;
  readonly config: HostConfig;
}

/** Names of secret options; none of them affects a response. */
const SECRET = /pass(word)?$|secret|token|api_?key|^username$|credential|connection_string|^database$|^redis$|^headers$|^inprocess$/i;

/** Replaces the debug override's token in settings and requests: their equality decides what is shown. */
export const HIDDEN_TOKEN = 'hidden';

const withoutSecrets = (name: string, value: unknown): unknown => {
  if (name === 'override_token' && value !== '') return HIDDEN_TOKEN;
  if (!SECRET.test(name)) return value;
  return typeof value === 'string' ? '' : undefined;
};

/** A publishable copy: secret strings are emptied, secret groups removed. */
export const toReplaySettings = (config: HostConfig, version: string, demo: boolean): ReplaySettings => ({
  version,
  demo,
  config: JSON.parse(JSON.stringify(config, withoutSecrets)) as HostConfig,
});
