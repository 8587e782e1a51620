/** Native markup for SDKs without support for event trackers: those that count impressions are also listed as impression trackers. */
import { z } from 'zod';
import { type NativeResponse, nativeResponse, readNativeResponse, written } from '../../kit/native-response.ts';
import { readerOf, readJson } from '../../kit/reader.ts';

const readWrapped = readerOf(z.object({ native: nativeResponse }));
const IMPRESSION = 1;
const IMAGE = 1;

/** The markup, or the unchanged `adm` if it cannot be read or has no event trackers. */
export function withImpressionTrackers(adm: string): string {
  const wrapped = readJson(adm, readWrapped);
  const { native = {} } = 'error' in wrapped ? {} : wrapped.value;
  if (native.eventtrackers?.length) return JSON.stringify({ native: listed(native) });
  const bare = readJson(adm, readNativeResponse);
  return 'value' in bare && bare.value.eventtrackers?.length ? JSON.stringify(listed(bare.value)) : adm;
}

/** The native response with all impression trackers, sorted and without duplicates. */
function listed(response: NativeResponse): object {
  const { imptrackers = [], eventtrackers = [] } = response;
  const counting = eventtrackers.filter(({ event, method }) => event === IMPRESSION && method === IMAGE);
  const urls = new Set([...imptrackers, ...counting.map(({ url = '' }) => url)]);
  return written({ ...response, imptrackers: [...urls].sort() });
}
