/** `request.ext` for the server: its wrapper, categories and the marketplace seats that may bid. */

import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidderError } from '../../bidder.ts';
import { generic } from '../../errors.ts';
import { asObject } from '../../kit/decode.ts';
import { filled } from '../../kit/objects.ts';
import { readerOf, type ValueOf } from '../../kit/reader.ts';
import type { RequestContext, RequestPatch } from '../../kit/spec.ts';

const CODE = 'pubmatic';

const alternateCodes = z.object({
  enabled: z.boolean(),
  bidders: z.object({ [CODE]: z.object({ enabled: z.boolean(), allowedbiddercodes: z.array(z.string()) }) }),
});
const readRequestExt = readerOf(
  z.object({
    srv: z.object({ aliases: z.record(z.string(), z.string()), bidderparams: z.unknown(), alternatebiddercodes: alternateCodes }),
  }),
);
const readWrapper = readerOf(z.object({ profile: z.int(), version: z.int() }));
const readCategories = readerOf(z.object({ acat: z.array(z.string()) }));
type RequestSrv = NonNullable<ValueOf<typeof readRequestExt>['srv']>;

/** Publisher's profile; 0: not given. */
export interface Wrapper {
  readonly profile: number;
  readonly version: number;
}

const NO_WRAPPER: Wrapper = { profile: 0, version: 0 };

/** The wrapper as sent: the request's, completed by the imps in order. */
export interface OwnWrapper {
  profile: number;
  version: number;
  biddercode?: string;
}

/** The wrapper in the `ext` made by `withOwnExt`. */
export const wrapperOf = ({ request }: RequestContext): OwnWrapper => request.ext?.['wrapper'] as OwnWrapper;

export const isComplete = ({ profile, version }: Wrapper): boolean => profile !== 0 && version !== 0;

/** A wrapper from JSON, or the decoder's message. */
export function toWrapper(value: unknown): Result<Wrapper> {
  const found = readWrapper(value);
  return 'error' in found ? found : { value: { profile: found.value.profile ?? 0, version: found.value.version ?? 0 } };
}

/** Hosts of the Java variant keep the params under the bidder's name. */
const ownParams = (given: Ext, bidder: string): Ext => {
  const own = given[bidder] ?? given[CODE];
  return isObject(own) ? own : given;
};

/** The request with nothing else in its `ext`. */
export function withOwnExt({ request, builder }: RequestContext, namesBidder: boolean): RequestPatch | BidderError {
  if (request.ext === undefined) return { ext: { wrapper: { ...NO_WRAPPER } } };
  const ext = readRequestExt(request.ext);
  if ('error' in ext) return generic(`error decoding Request.ext : ${ext.error}`);
  const given = asObject(ext.value.srv?.bidderparams ?? null);
  if ('error' in given) return generic(given.error);
  const params = ownParams(given.value, builder.name);
  const wrapper = toWrapper(params['wrapper'] ?? null);
  if ('error' in wrapper) return generic(wrapper.error);
  const categories = readCategories(params);
  if ('error' in categories) return generic(categories.error);
  const [alias = CODE] = Object.keys(ext.value.srv?.aliases ?? {});
  const allowed = allowedBidders(ext.value.srv?.alternatebiddercodes);
  return {
    ext: {
      wrapper: namesBidder ? { ...wrapper.value, biddercode: alias } : wrapper.value,
      ...filled({ acat: categories.value.acat?.map((category) => category.trim()) }),
      marketplace: allowed && { allowedbidders: allowed },
    },
  };
}

/** Seats that may bid for this bidder. */
function allowedBidders(codes: RequestSrv['alternatebiddercodes']): readonly string[] | undefined {
  if (!codes) return undefined;
  const own = codes.bidders?.[CODE];
  if (!codes.enabled || !own?.enabled) return [CODE];
  const { allowedbiddercodes: allowed } = own;
  return !allowed || (allowed.length === 1 && allowed[0] === '*') ? ['all'] : [CODE, ...allowed];
}
