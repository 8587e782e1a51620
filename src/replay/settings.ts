/** The settings at recording time, without secrets: sent once to taps that request recordings. */
import type { HostConfig } from '#src/config/schema.ts';
import { isSecret, lastName, withoutPassword } from '#src/config/secrets.ts';
import { isObject } from '#src/json/merge.ts';

export interface ReplaySettings {
  readonly version: string;
  /** Whether the demo bidder was present. */
  readonly demo: boolean;
  readonly config: HostConfig;
}

/** Names of further options and groups that are not published; none of them affects a response. */
const UNPUBLISHED =
  /pass(word)?$|secret|token|api_?key|^username$|credential|connection_string|^database$|^redis$|^proxy$|^headers$|^inprocess$|^download_url$/i;

/** Replaces the debug override's token in settings and requests: their equality decides what is shown. */
export const HIDDEN_TOKEN = 'hidden';

const URL_START = /^[a-z][a-z\d+.-]*:\/\//i;

/** A value as it is published; undefined: it is not. @param option its dotted path */
function published(value: unknown, option: string): unknown {
  const name = lastName(option);
  if (name === 'override_token' && value !== '') return HIDDEN_TOKEN;
  if (UNPUBLISHED.test(name)) return typeof value === 'string' ? '' : undefined;
  if (typeof value === 'number') return isSecret(option) ? undefined : value;
  if (typeof value === 'string') return isSecret(option) ? '' : URL_START.test(value) ? withoutPassword(value, '') : value;
  if (Array.isArray(value)) return value.map((item, index) => published(item, `${option}.${index}`));
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([key, field]) => [key, published(field, option === '' ? key : `${option}.${key}`)] as const);
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
}

/** A publishable copy: secret strings are emptied, secret groups removed. */
export const toReplaySettings = (config: HostConfig, version: string, demo: boolean): ReplaySettings => ({
  version,
  demo,
  config: published(JSON.parse(JSON.stringify(config)), '') as HostConfig,
});
