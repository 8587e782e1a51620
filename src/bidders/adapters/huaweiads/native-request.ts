/** The native request of an imp (OpenRTB Native 1.2, without a wrapper). */

import { z } from 'zod';
import type { Result } from '#src/lang/result.ts';
import { type Lenient, readerOf, readJson } from '../../kit/reader.ts';

const asset = z.object({
  id: z.int(),
  title: z.object({ len: z.int() }),
  img: z.object({ type: z.int(), w: z.int(), h: z.int(), wmin: z.int(), hmin: z.int() }),
  video: z.object({ w: z.int(), h: z.int() }),
  data: z.object({ type: z.int() }),
});
const request = z.object({ ver: z.string(), assets: z.array(asset) });
const readRequest = readerOf(request);

export type Asset = Lenient<z.input<typeof asset>>;

/** The request, or the decoder's message. */
export function readNativeRequest(json: string): Result<Lenient<z.input<typeof request>>> {
  return readJson(json, readRequest);
}

const MAIN_IMAGE = 3;

export const isMainImage = ({ img }: Asset): boolean => img?.type === MAIN_IMAGE;
