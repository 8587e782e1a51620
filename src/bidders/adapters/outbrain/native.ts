/** Native markup without event trackers: impression trackers and a script in their place. */
import type { BidderError } from '../../bidder.ts';
import { badServer } from '../../errors.ts';
import { escapedJson } from '../../kit/json.ts';
import { readNativeResponse, written } from '../../kit/native-response.ts';
import { readJson } from '../../kit/reader.ts';

const IMPRESSION = 1;
const IMAGE = 1;
const SCRIPT = 2;

/** The markup with image trackers listed as impression trackers and the last script tracker as `jstracker`; or the decoder's error. */
export function trackedNative(adm: string): string | BidderError {
  const found = readJson(adm, readNativeResponse);
  if ('error' in found) return badServer(found.error);
  const { eventtrackers = [], imptrackers = [], jstracker } = found.value;
  const trackers = eventtrackers.filter(({ event }) => event === IMPRESSION);
  const images = trackers.filter(({ method }) => method === IMAGE).map(({ url = '' }) => url);
  const script = trackers.findLast(({ method }) => method === SCRIPT)?.url;
  return escapedJson(
    written({
      ...found.value,
      imptrackers: [...imptrackers, ...images],
      jstracker: script === undefined ? jstracker : `<script src="${script}"></script>`,
      eventtrackers: undefined,
    }),
  );
}
