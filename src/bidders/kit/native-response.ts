/**
 * Native responses (OpenRTB Native 1.2) written again as partners know them: known fields only, in the standard's order, optional ones
 * only if they are not empty.
 */
import { z } from 'zod';
import { filled } from './objects.ts';
import { readerOf, type ValueOf } from './reader.ts';

const text = z.string();
const ext = z.unknown();
const link = z.object({ url: text, clicktrackers: z.array(text), fallback: text, ext });
const asset = z.object({
  id: z.int(),
  required: z.int(),
  title: z.object({ text, len: z.int(), ext }),
  img: z.object({ type: z.int(), url: text, w: z.int(), h: z.int(), ext }),
  video: z.object({ vasttag: text }),
  data: z.object({ type: z.int(), len: z.int(), label: text, value: text, ext }),
  link,
  ext,
});
const tracker = z.object({ event: z.int(), method: z.int(), url: text, customdata: z.unknown(), ext });

/** The shape of a native response, for readers of what contains one. */
export const nativeResponse = z.object({
  ver: text,
  assets: z.array(asset),
  assetsurl: text,
  dcourl: text,
  link,
  imptrackers: z.array(text),
  jstracker: text,
  eventtrackers: z.array(tracker),
  privacy: text,
  ext,
});

/** Decodes the markup of a native bid. */
export const readNativeResponse = readerOf(nativeResponse);

export type NativeResponse = ValueOf<typeof readNativeResponse>;
type Asset = NonNullable<NativeResponse['assets']>[number];
type Link = NonNullable<NativeResponse['link']>;
type Tracker = NonNullable<NativeResponse['eventtrackers']>[number];

/** The response as it is written. */
export const written = (response: NativeResponse): object => ({
  ...filled({ ver: response.ver, assets: response.assets?.map(assetOf), assetsurl: response.assetsurl, dcourl: response.dcourl }),
  link: linkOf(response.link ?? {}),
  ...filled({
    imptrackers: response.imptrackers,
    jstracker: response.jstracker,
    eventtrackers: response.eventtrackers?.map(trackerOf),
    privacy: response.privacy,
  }),
  ext: response.ext,
});

const assetOf = ({ id, required, title, img, video, data, link: own, ext: more }: Asset): object => ({
  id,
  ...filled({ required }),
  title: title && { text: title.text ?? '', ...filled({ len: title.len }), ext: title.ext },
  img: img && { ...filled({ type: img.type }), url: img.url ?? '', ...filled({ w: img.w, h: img.h }), ext: img.ext },
  video: video && { vasttag: video.vasttag ?? '' },
  data: data && { ...filled({ type: data.type, len: data.len, label: data.label }), value: data.value ?? '', ext: data.ext },
  link: own && linkOf(own),
  ext: more,
});

const linkOf = ({ url = '', clicktrackers, fallback, ext: more }: Link): object => ({
  url,
  ...filled({ clicktrackers, fallback }),
  ext: more,
});

const trackerOf = ({ event = 0, method = 0, url, customdata, ext: more }: Tracker): object => ({
  event,
  method,
  ...filled({ url }),
  customdata,
  ext: more,
});
