/** The module's settings: the host's, with the account's merged over them. */
import { z } from 'zod';
import { mergePatch } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { firstIssue, flag, kebabNames } from '../account-settings.ts';

const sources = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? []);

/** Scalars in any form, as the Java variant decodes settings. */
const text = z.preprocess(
  (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
  z.string().nullish(),
);
const integer = z.preprocess(
  (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
  z.int().nonnegative().nullish(),
);

const schema = z.object({
  /** URL with `{TENANT}` and `{ORIGIN}`; it contains a `?`. */
  'api-endpoint': z.string().default(''),
  'api-key': text,
  tenant: text,
  origin: text,
  'ppid-mapping': z.record(z.string(), z.string()).nullish(),
  'adserver-targeting': flag.transform((on) => on ?? true),
  /** Hint for the service, in ms; 0: none. */
  timeout: integer,
  'id-prefix-order': text,
  'optable-inserter-eids-merge': sources,
  'optable-inserter-eids-replace': sources,
  'optable-inserter-eids-ignore': sources,
  /** Responses in the host's module storage. */
  cache: z
    .object({ enabled: flag.transform((on) => on ?? false), ttlseconds: integer.transform((seconds) => seconds || 86_400) })
    .prefault({}),
});

export type OptableSettings = z.infer<typeof schema>;

/** `ppid-mapping` is keyed by sources, which are not names of settings. */
function named(settings: Ext): Ext {
  const mapping = settings['ppid-mapping'] ?? settings['ppid_mapping'];
  const names = kebabNames(settings) as Ext;
  return mapping === undefined ? names : { ...names, 'ppid-mapping': mapping };
}

const sameOrigin = (a: string, b: string): boolean => URL.canParse(a) && URL.canParse(b) && new URL(a).origin === new URL(b).origin;

/**
 * The settings of an account; invalid ones are ignored. An account may change only the path of an endpoint that the host sets: where ids go
 * is the operator's choice.
 * @throws Error if the host's own settings are invalid
 */
export function optableSettings(host: Ext, account: Ext): OptableSettings {
  const { data: own, error } = schema.safeParse(named(host));
  if (error) throw new Error(firstIssue(error));
  const merged = schema.safeParse(mergePatch(named(host), named(account)));
  if (!merged.success) return own;
  const endpoint = merged.data['api-endpoint'];
  const isOpen = own['api-endpoint'] === '' || sameOrigin(endpoint, own['api-endpoint']);
  return isOpen ? merged.data : { ...merged.data, 'api-endpoint': own['api-endpoint'] };
}

/** @throws Error if an account's settings are not used, naming the field */
export function checkOptable(host: Ext, account: Ext): void {
  const { error } = schema.safeParse(mergePatch(named(host), named(account)));
  if (error) throw new Error(firstIssue(error));
}
