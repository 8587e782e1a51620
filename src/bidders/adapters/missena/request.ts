/** The body and the headers of the call. */
import { z } from 'zod';
import { object, string } from '#src/json/values.ts';
import type { SharedRequest } from '../../bidder.ts';
import { isError } from '../../errors.ts';
import { field } from '../../kit/decode.ts';
import { JSON_ACCEPT } from '../../kit/headers.ts';
import { filled } from '../../kit/objects.ts';
import { type Lenient, readerOf } from '../../kit/reader.ts';
import type { Headers, ImpWithParams, RequestContext } from '../../kit/spec.ts';
import { hostNameOf } from '../../kit/url.ts';
import { currencyOf, type FloorRule, javaCurrencyOf, javaFloor, sentFloor } from './floor.ts';

export const params = z.object({
  apiKey: z.string().min(1),
  placement: z.string().optional(),
  sample: z.string().optional(),
  formats: z.array(z.string()).optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
});
type Item = ImpWithParams<Lenient<z.input<typeof params>>>;

export const readParams = readerOf(params);

const uid = z.object({ id: z.string(), atype: z.int() });
const readUserExt = readerOf(z.object({ eids: z.array(z.object({ source: z.string(), uids: z.array(uid) })) }));

export function toBody(item: Item, context: RequestContext): object {
  const { request } = context;
  const { apiKey, formats, placement, sample } = item.params;
  return {
    ...sharedBody(item, context, sentFloor),
    ...filled({ currency: currencyOf(request), debug: request.test === 1, userEids: eidsOf(request) }),
    params: filled({ apiKey, formats, placement, sample, settings: settingsOf(item) }),
  };
}

export function toJavaBody(item: Item, context: RequestContext): object {
  const { formats, placement } = item.params;
  const test = string(field(object(item.ext.bidder), 'test'));
  return {
    ...sharedBody(item, context, javaFloor),
    currency: javaCurrencyOf(context.request),
    params: filled({ formats, placement, test, settings: settingsOf(item) }),
  };
}

function sharedBody({ imp }: Item, { request, info, builder }: RequestContext, floorOf: FloorRule): object {
  const floor = floorOf(imp, request, info);
  return {
    ...filled({ adunit: imp.id, ik: request.id, request_id: request.id, timeout: request.tmax }),
    ...(!isError(floor) && floor),
    ortb2: request,
    version: `prebid-server@${builder.env.version || 'unknown'}`,
  };
}

const settingsOf = ({ params: { settings = {} } }: Item): object | undefined => (Object.keys(settings).length > 0 ? settings : undefined);

/** `user.ext.eids` as they came, if they are well-formed. */
function eidsOf({ user }: SharedRequest): unknown {
  const ext = user?.ext ?? null;
  return 'error' in readUserExt(ext) ? undefined : field(object(ext), 'eids');
}

const ORIGIN = /^([a-z][a-z\d+.-]*:\/\/)(?:[^/?#@]*@)?([^/?#]*)/i;

/** `hostOf`: the host of the page's URL as it goes into `Origin`. */
export function headersOf({ device, site }: SharedRequest, hostOf: (host: string) => string): Headers {
  const page = site?.page ?? '';
  const [, scheme = '', host = ''] = ('value' in hostNameOf(page) && ORIGIN.exec(page)) || [];
  return {
    ...JSON_ACCEPT,
    'User-Agent': device && (device.ua ?? ''),
    'X-Forwarded-For': device?.ip || device?.ipv6 || undefined,
    Referer: page || undefined,
    Origin: scheme === '' ? undefined : `${scheme.toLowerCase()}${hostOf(host)}`,
  };
}
