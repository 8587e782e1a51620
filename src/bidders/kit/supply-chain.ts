/** The supply chain in `source.ext`, for bidders that write it in a form of their own. */
import { z } from 'zod';
import { readerOf } from './reader.ts';

const node = z.object({
  asi: z.string(),
  sid: z.string(),
  hp: z.int(),
  rid: z.string(),
  name: z.string(),
  domain: z.string(),
  ext: z.unknown(),
});

/** `source.ext.schain` (OpenRTB 2.5 supply chain object). */
export const readSourceExt = readerOf(z.object({ schain: z.object({ ver: z.string(), complete: z.int(), nodes: z.array(node) }) }));
