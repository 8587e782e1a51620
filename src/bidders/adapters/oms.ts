import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badInput } from '../errors.ts';
import { asObject } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { has, where } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import type { ImpWithParams } from '../kit/spec.ts';
import { status } from '../kit/status.ts';

const readParams = readerOf(z.object({ pid: z.string(), publisherId: z.int() }));

/** The endpoint with the publisher of the first imp; unchanged if that imp has no `ext`. */
function addressFor(
  first: ImpWithParams<unknown> | undefined,
  endpoint: string,
  error: (cause: string) => BidderError,
): string | BidderError {
  if (first?.imp.ext === undefined) return endpoint;
  const ext = asObject(first.imp.ext);
  const params = 'error' in ext ? ext : readParams(ext.value['bidder']);
  if ('error' in params) return error(params.error);
  const { pid, publisherId = 0 } = params.value;
  return `${endpoint}?publisherId=${pid || (publisherId > 0 ? publisherId : '')}`;
}

export default defineBidder({
  code: 'oms',
  endpoint: 'http://rt.marphezis.com/pbs',
  maintainer: 'prebid@onlinemediasolutions.com',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  params: where(z.object({ pid: z.string().min(5).optional(), publisherId: z.int().min(10000).optional() }), {
    anyOf: [has('pid'), has('publisherId')],
  }),

  readParams: 'never',
  uri: ([first], { builder }) => addressFor(first, builder.endpoint, badInput),
  headers: 'none',
  status: status.s3,
  response: {
    currency: { fixed: 'USD' },
    mediaType: byMtype(['video'], () => 'banner'),
    extras: ({ dur = 0, cat = [] }, type) => (type === 'video' ? { video: { duration: dur, primary_category: cat[0] ?? '' } } : undefined),
  },
  java: { uri: ([first], { builder }) => addressFor(first, builder.endpoint, () => badInput(`Invalid ext. Imp.Id: ${first?.imp.id}`)) },
});
