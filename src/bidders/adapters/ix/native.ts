/** Native markup for SDKs without support for event trackers: those that count impressions are also listed as impression trackers. */
import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { list, parseObject } from '../../kit/decode.ts';
import { readerOf } from '../../kit/reader.ts';

const readTrackers = readerOf(
  z.object({
    imptrackers: z.array(z.string()),
    eventtrackers: z.array(z.object({ event: z.int(), method: z.int(), url: z.string() })),
  }),
);

/** Fields in the order that other customers of the exchange receive. */
const RESPONSE = ['ver', 'assets', 'assetsurl', 'dcourl', 'link', 'imptrackers', 'jstracker', 'eventtrackers', 'privacy', 'ext'];
const ASSET = ['id', 'required', 'title', 'img', 'video', 'data', 'link', 'ext'];
const TRACKER = ['event', 'method', 'url', 'customdata', 'ext'];

const IMPRESSION = 1;
const IMAGE = 1;

/** The markup, or the unchanged `adm` if there is nothing to list. */
export function withImpressionTrackers(adm: string): string {
  const markup = parseObject(adm);
  if ('error' in markup) return adm;
  const { native } = markup.value;
  if (isObject(native)) {
    const changed = listed(native);
    return changed ? JSON.stringify({ ...markup.value, native: changed }) : adm;
  }
  const changed = listed(markup.value);
  return changed ? JSON.stringify(changed) : adm;
}

/** The native response with all impression trackers, sorted and without duplicates; undefined without event trackers. */
function listed(response: Ext): Ext | undefined {
  const found = readTrackers(response);
  if ('error' in found || !found.value.eventtrackers?.length) return undefined;
  const counting = found.value.eventtrackers.filter(({ event, method }) => event === IMPRESSION && method === IMAGE);
  const urls = new Set([...(found.value.imptrackers ?? []), ...counting.map(({ url = '' }) => url)]);
  const changed = {
    ...response,
    imptrackers: [...urls].sort(),
    eventtrackers: list(response['eventtrackers']).map((one) => ordered(one, TRACKER)),
    ...(Array.isArray(response['assets']) && { assets: response['assets'].map((one) => ordered(one, ASSET)) }),
  };
  return ordered(changed, RESPONSE);
}

/** The same object with these fields first, in this order. */
function ordered<O>(object: O, names: readonly string[]): O {
  if (!isObject(object)) return object;
  const first = names.filter((name) => name in object).map((name) => [name, object[name]]);
  return { ...Object.fromEntries(first), ...object };
}
