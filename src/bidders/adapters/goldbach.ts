import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { groupBy } from '../kit/fan-out.ts';
import { byReadExtType, unchecked } from '../kit/media-type.ts';
import { readerOf } from '../kit/reader.ts';
import { statusPolicy } from '../kit/status.ts';

const readRequestExt = readerOf(z.object({ goldbach: z.object({ mockResponse: z.boolean() }) }));

/** Status of its responses with bids. */
const OK = 201;

export default defineBidder({
  code: 'goldbach',
  endpoint: 'https://goldlayer-api.prod.gbads.net/openrtb/2.5/auction',
  maintainer: 'engineering@goldbach.com',
  vendorId: 580,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  compression: 'gzip',
  params: z.object({
    publisherId: z.string().min(1),
    slotId: z.string().min(1),
    customTargeting: z.record(z.string(), z.xor([z.string(), z.array(z.string())])).optional(),
  }),

  badParams: (cause, _, step) => badInput(`unable to unmarshal imp.ext${step === 'ext' ? '' : '.bidder'}: ${cause}`),
  imp: ({ params: { publisherId, slotId, customTargeting = {} } }) => {
    if (!publisherId || !slotId) return badInput('publisherId and slotId are required');
    const targetings = Object.fromEntries(Object.entries(customTargeting).map(([key, value]) => [key, [value ?? []].flat()]));
    return { ext: { goldbach: { ...(Object.keys(targetings).length > 0 && { targetings }), slotId } } };
  },
  noImps: () => badInput('no valid impression found'),
  before: ({ request: { ext }, errors }) => {
    const found = readRequestExt(ext ?? null);
    if ('error' in found) errors.push(badInput(`unable to unmarshal request.ext: ${found.error}`));
    return undefined;
  },
  fanout: (imps) => groupBy(imps, ({ params }) => params.publisherId),
  request: ([first], { request: { id, ext } }) => {
    const { publisherId = '' } = first?.params ?? {};
    const found = readRequestExt(ext ?? null);
    const mockResponse = 'error' in found ? undefined : found.value.goldbach?.mockResponse;
    return { id: `${id}_${publisherId}`, ext: { goldbach: { publisherId, ...(mockResponse !== undefined && { mockResponse }) } } };
  },
  status: statusPolicy({ other: 'unexpected status code: %d. Run with request.debug = 1 for more info', badInput: [], ok: OK }),
  okStatus: OK,
  response: {
    unreadable: (cause) => badServer(`unable to unmarshal response: ${cause}`),
    currency: 'response',
    mediaType: byReadExtType({
      missing: ({ id }, cause) =>
        cause === undefined ? badInput(`no media type for bid ${id}`) : badServer(`unable to unmarshal ext for bid: ${cause}`),
      unknown: (bid, type) => (type === '' ? badInput(`no media type for bid ${bid.id}`) : unchecked(bid, type)),
    }),
    whenNoBids: badServer('no valid bids found in response'),
  },
});
