import { z } from 'zod';
import type { Result } from '#src/lang/result.ts';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { paramsIn } from '../kit/imp-params.ts';
import { byMtype } from '../kit/media-type.ts';
import { has, where } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedImp } from '../kit/spec.ts';
import { status } from '../kit/status.ts';

const readParams = readerOf(z.object({ pid: z.string(), publisherId: z.int() }));

/** The publisher of the first imp, or the decoder's message; `undefined` if that imp has no `ext`. */
function publisherOf(first: SharedImp | undefined): Result<string | number> | undefined {
  if (first?.ext === undefined) return undefined;
  const params = paramsIn(first, readParams);
  if ('error' in params) return params;
  const { pid, publisherId = 0 } = params.value;
  return { value: pid || (publisherId > 0 ? publisherId : '') };
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
  uri: ([first], { builder: { endpoint } }) => {
    const publisher = publisherOf(first?.imp);
    if (!publisher) return endpoint;
    return 'error' in publisher ? badInput(publisher.error) : `${endpoint}?publisherId=${publisher.value}`;
  },
  headers: 'none',
  status: status.s3,
  response: {
    currency: { fixed: 'USD' },
    mediaType: byMtype(['video'], () => 'banner'),
    extras: ({ dur = 0, cat = [] }, type) => (type === 'video' ? { video: { duration: dur, primary_category: cat[0] ?? '' } } : undefined),
  },
  java: {
    endpoint: 'http://rt.marphezis.com/pbs?publisherId={PublisherId}',
    uri: undefined,
    macros: ({ imp }) => {
      const publisher = publisherOf(imp) ?? { value: '' };
      return 'error' in publisher ? badInput(`Invalid ext. Imp.Id: ${imp.id}`) : { PublisherId: publisher.value };
    },
  },
});
