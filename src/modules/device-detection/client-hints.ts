/** User agent client hints rebuilt from `device.sua` (OpenRTB 2.6, 3.2.29), as the headers a browser sends. */
import { isObject } from '#src/json/merge.ts';
import { string } from '#src/json/values.ts';
import type { Ext } from '#src/openrtb/ext.ts';

/** How a module writes hints. */
export interface HintStyle {
  /** Platform, model and architecture in quotes. */
  readonly quoted: boolean;
  /** Empty parts of versions are skipped. */
  readonly skipsEmptyParts: boolean;
}

/** A version's parts joined by dots. */
export function versionOf(version: unknown, skipsEmptyParts = false): string {
  if (!Array.isArray(version)) return '';
  const parts = version.map((part) => (typeof part === 'number' ? String(part) : string(part)));
  return (skipsEmptyParts ? parts.filter((part) => part !== '') : parts).join('.');
}

/** An RFC 8941 string. */
const quote = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** The list of brands: `"<brand>";v="<version>"`, separated by `, `; brands without a name are left out. */
function brandList(browsers: unknown, skipsEmptyParts: boolean): string {
  if (!Array.isArray(browsers)) return '';
  const named = browsers.filter((browser): browser is Ext => isObject(browser) && string(browser['brand']) !== '');
  return named.map(({ brand, version }) => `${quote(string(brand))};v=${quote(versionOf(version, skipsEmptyParts))}`).join(', ');
}

/** The hints of `sua` by header name; empty without browsers, because hints of a browser always name one. */
export function clientHints(sua: Ext, { quoted, skipsEmptyParts }: HintStyle): { [header: string]: string } {
  const brands = brandList(sua['browsers'], skipsEmptyParts);
  if (brands === '') return {};
  const write = (text: string): string => (quoted ? quote(text) : text);
  const hints: { [header: string]: string } = { 'Sec-CH-UA': brands, 'Sec-CH-UA-Full-Version-List': brands };
  const { platform, mobile, model, architecture } = sua;
  if (isObject(platform) && string(platform['brand']) !== '') {
    hints['Sec-CH-UA-Platform'] = write(string(platform['brand']));
    hints['Sec-CH-UA-Platform-Version'] = write(versionOf(platform['version'], skipsEmptyParts));
  }
  if (typeof mobile === 'number') hints['Sec-CH-UA-Mobile'] = `?${mobile}`;
  if (string(model) !== '') hints['Sec-CH-UA-Model'] = write(string(model));
  if (string(architecture) !== '') hints['Sec-CH-UA-Arch'] = write(string(architecture));
  return hints;
}
