/** All params the ad server reads; the published schema lists the ones meant for publishers. */
import { z } from 'zod';
import { type Lenient, readerOf } from '../../kit/reader.ts';

const strings = z.array(z.string());

const params = z.object({
  auId: z.string(),
  network: z.string(),
  bidType: z.string(),
  maxDeals: z.int(),
  noCookies: z.boolean(),
  targeting: z.object({ c: strings, segments: strings, keywords: strings, auml: strings, kv: z.record(z.string(), strings) }),
});

export type Params = Lenient<z.input<typeof params>>;
export const readParams = readerOf(params);
