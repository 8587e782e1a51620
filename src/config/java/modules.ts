/**
 * Host settings of the Java variant's modules, by type. Their keys match in any spelling like options, variables set them, and values whose
 * form differs are converted; the modules themselves validate them. Other keys, and other modules, are unchanged.
 */
import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { type KeyNode, nodeAt, treeOf } from '../input/key-tree.ts';
import { valueAt } from '../value-at.ts';

const [flag, int, number, text] = [z.boolean(), z.int(), z.number(), z.string()];
const list = z.array(text);

const NODE = z.looseObject({ host: text, port: int, password: text });

/** The settings of each module under its name, under `hooks.modules` or directly under `hooks`. */
const MODULES = {
  'confiant-ad-quality': z.looseObject({
    enabled: flag,
    'api-key': text,
    'bidders-to-exclude-from-scan': list,
    'redis-config': z.looseObject({ 'read-node': NODE, 'write-node': NODE }),
    'redis-retry-config': z.looseObject({
      'short-interval': int,
      'short-interval-attempts': int,
      'long-interval': int,
      'long-interval-attempts': int,
    }),
    'scan-state-check-interval': int,
  }),
  'fiftyone-devicedetection': z.looseObject({
    enabled: flag,
    'account-filter': z.looseObject({ 'allow-list': list }),
    'data-file': z.looseObject({
      path: text,
      'make-temp-copy': flag,
      update: z.looseObject({
        auto: flag,
        'license-key': text,
        'on-startup': flag,
        'polling-interval': int,
        url: text,
        'watch-file-system': flag,
      }),
    }),
    performance: z.looseObject({ 'allow-unmatched': flag, concurrency: int, difference: int, drift: int, profile: text }),
  }),
  'greenbids-real-time-data': z.looseObject({
    enabled: flag,
    'cache-expiration-minutes': int,
    'gcs-bucket-name': text,
    'geo-lite-country-path': text,
    'google-cloud-greenbids-project': text,
    'max-redirects': int,
    'onnx-model-cache-key-prefix': text,
    'thresholds-cache-key-prefix': text,
    'timeout-ms': int,
    'tmp-path': text,
  }),
  'liveintent-omni-channel-identity': z.looseObject({
    enabled: flag,
    'auth-token': text,
    'identity-resolution-endpoint': text,
    'request-timeout-ms': int,
    'target-bidders': list,
    'treatment-rate': number,
  }),
  'optable-targeting': z.looseObject({
    enabled: flag,
    'adserver-targeting': flag,
    'api-endpoint': text,
    'api-key': text,
    cache: z.looseObject({ enabled: flag, ttlseconds: int }),
    'id-prefix-order': text,
    'optable-inserter-eids-ignore': list,
    'optable-inserter-eids-merge': list,
    'optable-inserter-eids-replace': list,
    origin: text,
    'ppid-mapping': z.record(text, text),
    tenant: text,
    timeout: int,
  }),
  'ortb2-blocking': z.looseObject({ enabled: flag }),
  'pb-request-correction': z.looseObject({ enabled: flag }),
  'pb-response-correction': z.looseObject({ enabled: flag }),
  'pb-richmedia-filter': z.looseObject({ enabled: flag, 'filter-mraid': flag, 'mraid-script-pattern': text }),
  'pb-rule-engine': z.looseObject({
    enabled: flag,
    'rule-cache': z.looseObject({ 'expire-after-minutes': int, 'max-size': int }),
    'rule-parsing': z.looseObject({
      'retry-initial-delay-millis': int,
      'retry-max-delay-millis': int,
      'retry-exponential-factor': number,
      'retry-exponential-jitter': number,
    }),
  }),
  'wurfl-devicedetection': z.looseObject({
    enabled: flag,
    'allowed-publisher-ids': list,
    'cache-size': int,
    'ext-caps': flag,
    'file-dir-path': text,
    'file-snapshot-url': text,
    'retry-interval-ms': int,
    'update-conn-timeout-ms': int,
    'update-frequency-in-hours': int,
    'update-retries': int,
  }),
};

/** `hooks` as far as modules are concerned: converts their values. */
export const HOOKS_WITH_MODULES = z.looseObject({ ...MODULES, modules: z.looseObject(MODULES) });

export interface ModuleIssue {
  /** Below `hooks`. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Values of another type in the settings of enabled modules, and switches that are neither on nor off. */
export function moduleIssues(hooks: { readonly [name: string]: unknown }): ModuleIssue[] {
  const inModules = isObject(hooks['modules']) ? hooks['modules'] : {};
  return Object.entries(MODULES).flatMap(([name, schema]) => {
    const places = [
      { path: [name], settings: hooks[name] },
      { path: ['modules', name], settings: inModules[name] },
    ];
    const isEnabled = places.some(({ settings }) => isObject(settings) && settings['enabled'] === true);
    return places.flatMap(({ path, settings }) =>
      typeIssues(schema, settings)
        .filter((issue) => isEnabled || issue.path[0] === 'enabled')
        .map((issue) => ({ ...issue, path: [...path, ...issue.path] })),
    );
  });
}

/** Absent settings are no issue here. */
function typeIssues(schema: z.ZodType, settings: unknown): ModuleIssue[] {
  if (!isObject(settings)) return [];
  const { error } = schema.safeParse(settings);
  return (error?.issues ?? []).filter(({ path }) => valueAt(settings, path) !== undefined);
}

/** Adds the keys of modules to the known ones. */
export function addModuleKeys(root: KeyNode): void {
  for (const path of ['hooks', 'hooks.modules'])
    for (const [name, known] of treeOf(z.looseObject(MODULES)).children) nodeAt(root, path)?.children.set(name, known);
}
