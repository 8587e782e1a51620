/** The effective settings, option by option, with secrets masked, each with its origin. */
import { isObject } from '#src/json/merge.ts';
import type { Key } from './input/property.ts';
import type { Origins } from './origins.ts';
import type { HostConfig } from './schema.ts';
import { isSecret, withoutSecrets } from './secrets.ts';

export interface EffectiveOption {
  /** Dotted path; a number is a list index. */
  readonly option: string;
  readonly value: unknown;
  /** Where it was set; undefined: the default applies. */
  readonly origin: string | undefined;
}

const MASK = '***';
/** Groups whose values are all secret. */
const SECRET_GROUPS = /(^|\.)(credentials|xapi|headers)(\.|$)/;

function mask(option: string, value: unknown): unknown {
  if (value === '' || value === undefined || typeof value === 'boolean') return value;
  if (isSecret(option) || SECRET_GROUPS.test(option)) return MASK;
  return typeof value === 'string' ? withoutSecrets(value, MASK) : value;
}

/** Every leaf of the settings; a list of plain values is one leaf. */
export function effectiveOptions({ rules: _, ...config }: HostConfig, origins: Origins): EffectiveOption[] {
  const options: EffectiveOption[] = [];
  const walk = (value: unknown, path: readonly Key[]): void => {
    if (isObject(value) && Object.keys(value).length > 0) for (const [key, field] of Object.entries(value)) walk(field, [...path, key]);
    else if (Array.isArray(value) && value.some(isObject)) for (const [i, item] of value.entries()) walk(item, [...path, i]);
    else if (value !== undefined) {
      const option = path.join('.');
      options.push({ option, value: mask(option, value), origin: origins.place(path) });
    }
  };
  walk(config, []);
  return options;
}
