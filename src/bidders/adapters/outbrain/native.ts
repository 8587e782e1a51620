/** Native markup without event trackers: impression trackers and a script in their place. */
import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import type { BidderError } from '../../bidder.ts';
import { badServer } from '../../errors.ts';
import { parseObject } from '../../kit/decode.ts';
import { escapedJson } from '../../kit/json.ts';
import { readerOf } from '../../kit/reader.ts';

const string = z.string();
const link = z.object({ url: string, clicktrackers: z.array(string), fallback: string });
const asset = z.object({
  id: z.int(),
  required: z.int(),
  title: z.object({ text: string, len: z.int() }),
  img: z.object({ type: z.int(), url: string, w: z.int(), h: z.int() }),
  video: z.object({ vasttag: string }),
  data: z.object({ type: z.int(), len: z.int(), value: string }),
  link,
});
const tracker = z.object({ event: z.int(), method: z.int(), url: string });
const readNative = readerOf(
  z.object({
    ver: string,
    assets: z.array(asset),
    assetsurl: string,
    dcourl: string,
    link,
    imptrackers: z.array(string),
    jstracker: string,
    eventtrackers: z.array(tracker),
    privacy: string,
  }),
);

/** Fields of the native response in the order in which they are written; all others are dropped. */
const RESPONSE = ['ver', 'assets', 'assetsurl', 'dcourl', 'link', 'imptrackers', 'jstracker', 'privacy', 'ext'];
const ASSET = ['id', 'required', 'title', 'img', 'video', 'data', 'link', 'ext'];
const PARTS: { readonly [name: string]: readonly string[] } = {
  title: ['text', 'len', 'ext'],
  img: ['type', 'url', 'w', 'h', 'ext'],
  video: ['vasttag'],
  data: ['type', 'len', 'value', 'ext'],
  link: ['url', 'clicktrackers', 'fallback', 'ext'],
};

const IMPRESSION = 1;
const IMAGE = 1;
const SCRIPT = 2;

function ordered(value: unknown, names: readonly string[]): unknown {
  if (!isObject(value)) return value;
  const isWritten = (one: unknown): boolean => one !== undefined && one !== null && one !== '' && !(Array.isArray(one) && one.length === 0);
  const written = names.filter((name) => isWritten(value[name]));
  return Object.fromEntries(written.map((name) => [name, PARTS[name] ? ordered(value[name], PARTS[name]) : value[name]]));
}

/** The markup with image trackers listed as impression trackers and the last script tracker as `jstracker`; or the decoder's error. */
export function trackedNative(adm: string): string | BidderError {
  const markup = parseObject(adm);
  if ('error' in markup) return badServer(markup.error);
  const found = readNative(markup.value);
  if ('error' in found) return badServer(found.error);
  const trackers = (found.value.eventtrackers ?? []).filter((one) => one?.event === IMPRESSION);
  const images = trackers.filter((one) => one?.method === IMAGE).map((one) => one?.url ?? '');
  const script = trackers.findLast((one) => one?.method === SCRIPT)?.url;
  const { assets } = markup.value;
  return escapedJson(
    ordered(
      {
        ...markup.value,
        imptrackers: [...(found.value.imptrackers ?? []), ...images],
        jstracker: script === undefined ? found.value.jstracker : `<script src="${script}"></script>`,
        assets: Array.isArray(assets) ? assets.map((one) => ordered(one, ASSET)) : assets,
      },
      RESPONSE,
    ),
  );
}
