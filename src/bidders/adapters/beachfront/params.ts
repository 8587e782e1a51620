/** The params of an imp. */
import { z } from 'zod';
import { type Lenient, readerOf } from '../../kit/reader.ts';

const params = z.object({
  appId: z.string(),
  appIds: z.object({ video: z.string(), banner: z.string() }),
  bidfloor: z.number(),
  videoResponseType: z.string(),
});

export type Params = Lenient<z.input<typeof params>>;

export const readParams = readerOf(params);
