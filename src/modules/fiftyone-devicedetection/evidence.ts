/** The headers a 51Degrees engine receives. */
import { isObject } from '#src/json/merge.ts';
import { objects, string } from '#src/json/values.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { versionOf } from '../device-detection/client-hints.ts';
import type { Evidence } from '../device-detection/engine.ts';

/** Headers whose quotes are part of the value. */
const QUOTED = new Set(['sec-ch-ua', 'sec-ch-ua-full-version-list']);

const withoutEmpty = (headers: { readonly [name: string]: string }): Evidence =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));

/** Go variant: agent and hints of the device, unquoted. */
export function bodyEvidence(device: Ext): Evidence {
  const sua = isObject(device['sua']) ? device['sua'] : {};
  const platform = isObject(sua['platform']) ? sua['platform'] : {};
  const browsers = objects(sua['browsers']);
  return withoutEmpty({
    'User-Agent': string(device['ua']),
    'Sec-Ch-Ua-Arch': string(sua['architecture']),
    'Sec-Ch-Ua-Mobile': typeof sua['mobile'] === 'number' ? String(sua['mobile']) : '',
    'Sec-Ch-Ua-Model': string(sua['model']),
    'Sec-Ch-Ua-Platform': string(platform['brand']),
    'Sec-Ch-Ua-Platform-Version': versionOf(platform['version']),
    'Sec-Ch-Ua-Full-Version-List': browsers.map(({ brand, version }) => `"${string(brand)}";v="${versionOf(version)}"`).join(','),
  });
}

/** Go variant: values of the body replace headers of the same name; an error without any user agent. */
export function goEvidence(device: Ext, headers: Evidence): Result<Evidence> {
  const merged = new Map<string, [string, string]>();
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    merged.set(key, [name, QUOTED.has(key) ? value : value.replaceAll('"', '')]);
  }
  for (const [name, value] of Object.entries(bodyEvidence(device))) merged.set(name.toLowerCase(), [name, value]);
  return merged.has('user-agent') ? { value: Object.fromEntries(merged.values()) } : { error: 'User-Agent not found' };
}

/** Java variant: backslashes are not escaped. */
const quoted = (text: string): string => (text === '' ? '' : `"${text.replaceAll('"', '\\"')}"`);

const brandsOf = (browsers: unknown): string =>
  objects(browsers)
    .filter(({ brand }) => string(brand) !== '')
    .map(({ brand, version }) => `${quoted(string(brand))};v="${versionOf(version)}"`)
    .join(', ');

/** Java variant: agent and quoted hints of the device; only without either the headers. */
export function javaEvidence(device: Ext, headers: Evidence): Evidence {
  const sua = isObject(device['sua']) ? device['sua'] : {};
  const platform = isObject(sua['platform']) ? sua['platform'] : {};
  const brands = brandsOf(sua['browsers']);
  const agent = string(device['ua']);
  const described = withoutEmpty({
    'User-Agent': agent.trim() === '' ? '' : agent,
    'Sec-CH-UA': brands,
    'Sec-CH-UA-Full-Version-List': brands,
    'Sec-CH-UA-Platform': quoted(string(platform['brand'])),
    'Sec-CH-UA-Platform-Version': quoted(versionOf(platform['version'])),
    'Sec-CH-UA-Mobile': typeof sua['mobile'] === 'number' ? `?${sua['mobile']}` : '',
    'Sec-CH-UA-Arch': quoted(string(sua['architecture'])),
    'Sec-CH-UA-Bitness': quoted(string(sua['bitness'])),
    'Sec-CH-UA-Model': quoted(string(sua['model'])),
  });
  return Object.keys(described).length > 0 ? described : headers;
}
