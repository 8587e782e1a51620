/** Settings of the host: names of apps that are sent under others, and whether the endpoint depends on the country. */
import { z } from 'zod';
import type { Builder } from '../../bidder.ts';
import { type Lenient, readerOf, readJson } from '../../kit/reader.ts';
import type { Endpoints } from './country.ts';

const strings = z.array(z.string());
const conversion = z.object({
  convertedPkgName: z.string(),
  unconvertedPkgNames: strings,
  unconvertedPkgNameKeyWords: strings,
  unconvertedPkgNamePrefixs: strings,
  exceptionPkgNames: strings,
});
const readExtraInfo = readerOf(
  z.object({
    pkgNameConvert: z.array(conversion),
    closeSiteSelectionByCountry: z.string(),
    chineseEndpoint: z.string(),
    russianEndpoint: z.string(),
    europeanEndpoint: z.string(),
    asianEndpoint: z.string(),
  }),
);

type Conversion = Lenient<z.input<typeof conversion>>;

export interface ExtraInfo {
  readonly conversions: readonly Conversion[];
  /** Calls go to the configured endpoint, whatever the country. */
  readonly hasOneEndpoint: boolean;
  readonly endpoints: Endpoints;
}

const PATH = '/ppsadx/getResult';
const ENDPOINTS: Endpoints = {
  chinese: `https://acd.op.hicloud.com${PATH}`,
  russian: `https://adx-drru.op.hicloud.com${PATH}`,
  european: `https://adx-dre.op.hicloud.com${PATH}`,
  asian: `https://adx-dra.op.hicloud.com${PATH}`,
};

/**
 * A `setup` hook.
 * @throws Error if the extra info is malformed
 */
export function readSettings({ extraInfo }: Builder): ExtraInfo {
  if (extraInfo === '') return { conversions: [], hasOneEndpoint: false, endpoints: ENDPOINTS };
  const found = readJson(extraInfo, readExtraInfo);
  if ('error' in found) throw new Error(`invalid extra info: ${found.error} , pls check`);
  const { pkgNameConvert: conversions = [], closeSiteSelectionByCountry } = found.value;
  const { chineseEndpoint, russianEndpoint, europeanEndpoint, asianEndpoint } = found.value;
  for (const one of conversions) {
    const cause = emptyNameIn(one);
    if (cause !== undefined) throw new Error(`invalid extra info: ${cause}, pls check`);
  }
  return {
    conversions,
    hasOneEndpoint: closeSiteSelectionByCountry === '1',
    endpoints: {
      chinese: chineseEndpoint || ENDPOINTS.chinese,
      russian: russianEndpoint || ENDPOINTS.russian,
      european: europeanEndpoint || ENDPOINTS.european,
      asian: asianEndpoint || ENDPOINTS.asian,
    },
  };
}

function emptyNameIn({ convertedPkgName, unconvertedPkgNameKeyWords, unconvertedPkgNamePrefixs }: Conversion): string | undefined {
  if (!convertedPkgName) return 'ConvertedPkgName is empty';
  if (unconvertedPkgNameKeyWords?.includes('')) return 'UnconvertedPkgNameKeyWords has a empty keyword';
  return unconvertedPkgNamePrefixs?.includes('') ? 'UnconvertedPkgNamePrefixs has a empty value' : undefined;
}

/** The name under which an app is sent: the first conversion that applies decides. */
export function packageNameOf(bundle: string, { conversions }: ExtraInfo): string {
  for (const one of conversions) {
    if (one.exceptionPkgNames?.includes(bundle)) return bundle;
    if (isConverted(bundle, one)) return one.convertedPkgName ?? bundle;
  }
  return bundle;
}

function isConverted(bundle: string, one: Conversion): boolean {
  const { unconvertedPkgNames: names = [], unconvertedPkgNameKeyWords: keywords = [], unconvertedPkgNamePrefixs: prefixes = [] } = one;
  if (names.includes(bundle) || names.includes('*')) return true;
  // A keyword at the start of the name does not count: that is what prefixes are for.
  return keywords.some((keyword) => bundle.indexOf(keyword) > 0) || prefixes.some((prefix) => bundle.startsWith(prefix));
}
