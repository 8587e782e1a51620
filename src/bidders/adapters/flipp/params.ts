/** The params of an imp, and the errors that cost it: texts and class differ by variant. */
import { z } from 'zod';
import type { BidderError } from '../../bidder.ts';
import { asObject } from '../../kit/decode.ts';
import { type Lenient, readerOf } from '../../kit/reader.ts';
import type { SharedImp } from '../../kit/spec.ts';

const params = z.object({
  publisherNameIdentifier: z.string(),
  creativeType: z.string(),
  siteId: z.int(),
  zoneIds: z.array(z.int()),
  userKey: z.string(),
  options: z.object({ startCompact: z.boolean(), dwellExpand: z.boolean(), contentCode: z.string() }),
});
export type Params = Lenient<z.input<typeof params>>;
export const readParams = readerOf(params);

export interface Errors {
  readonly noParams: (cause: string) => BidderError;
  readonly badParams: (cause: string) => BidderError;
  readonly badPage: (cause: string) => BidderError;
  readonly noIp: BidderError;
}

/** The error of an imp whose params cannot be read. */
export function paramsError({ ext }: SharedImp, cause: string, errors: Errors): BidderError {
  const found = asObject(ext);
  const isMissing = 'error' in found || found.value['bidder'] === undefined;
  return isMissing ? errors.noParams('Key path not found') : errors.badParams(cause);
}
