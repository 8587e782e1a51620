/** The params of an imp. */
import { z } from 'zod';
import { type Lenient, readerOf } from '../../kit/reader.ts';

const given = z.object({
  publisherId: z.string(),
  adSlot: z.string(),
  pmzoneid: z.string(),
  kadfloor: z.string(),
  dctr: z.string(),
  wrapper: z.unknown(),
  keywords: z.array(z.object({ key: z.string(), value: z.array(z.string()) })),
});

export const readParams = readerOf(given);

export type Params = Lenient<z.input<typeof given>>;
