/** Calls: one per network, each with the ad units of its imps. */
import { parseJson } from '#src/json/parse.ts';
import type { BidderError } from '../../bidder.ts';
import { badInput, isError } from '../../errors.ts';
import { parseObject } from '../../kit/decode.ts';
import { groupBy } from '../../kit/fan-out.ts';
import { paramsIn } from '../../kit/imp-params.ts';
import { filled } from '../../kit/objects.ts';
import type { Group, ImpWithParams, RequestContext, SharedImp } from '../../kit/spec.ts';
import { withQuery } from '../../kit/url.ts';
import { contextOf, eidsJson, type UserContext } from './context.ts';
import { type Params, readParams } from './params.ts';

type Item = ImpWithParams<Params>;

/** Banner and native only; the native request must be JSON. */
export function checkFormats({ imp }: Pick<Item, 'imp'>): BidderError | undefined {
  if (imp.video) return badInput(`ignoring imp id=${imp.id}, Adnuntius supports only native and banner`);
  return checkNative(imp);
}

/** The Java variant ignores formats it cannot buy as long as there is one it can. */
export function checkAnyFormat({ imp }: Pick<Item, 'imp'>): BidderError | undefined {
  if (!imp.banner && !imp.native) return badInput(`ignoring imp id=${imp.id}: Adnuntius supports only native and banner`);
  return checkNative(imp);
}

function checkNative({ native }: SharedImp): BidderError | undefined {
  if (!native || parseJson(native.request ?? '') !== undefined) return undefined;
  const found = parseObject(native.request ?? '');
  return 'error' in found ? badInput(`Error unmarshalling Native: ${found.error}`) : undefined;
}

function contextFor({ request }: RequestContext): UserContext | BidderError {
  const wantsNoCookies = (imp: SharedImp): boolean => {
    const params = paramsIn(imp, readParams);
    return 'value' in params && params.value.noCookies === true;
  };
  return contextOf(request, { noCookies: request.imp.some(wantsNoCookies) });
}

/** An unreadable context ends the request, even if no imp has an ad unit. */
export function toGroups(imps: Group<Params>, context: RequestContext): readonly Group<Params>[] | BidderError {
  const found = contextFor(context);
  if (isError(found)) return found;
  const withUnits = imps.filter(({ imp }) => imp.banner || imp.native);
  return groupBy(withUnits, ({ params }) => params.network || 'default');
}

export interface UriRules {
  readonly sendsEids: boolean;
  /** GDPR applies or does not, and the host's settings have no endpoint for that case. */
  readonly noEuEndpoint?: BidderError;
}

/** A `uri` hook; the endpoint of the extra info is for requests that say whether GDPR applies. */
export const uriMaker =
  ({ sendsEids, noEuEndpoint }: UriRules) =>
  (_: Group<Params>, context: RequestContext): string | BidderError => {
    const found = contextFor(context);
    if (isError(found)) return found;
    const { gdpr, consent, eids, noCookies } = found;
    const { endpoint, extraInfo, env } = context.builder;
    if (gdpr !== undefined && extraInfo === '' && noEuEndpoint) return noEuEndpoint;
    return withQuery(gdpr === undefined ? endpoint : extraInfo, {
      consentString: consent || undefined,
      eids: sendsEids ? eidsJson(eids) : undefined,
      format: 'prebidServer',
      gdpr,
      noCookies: noCookies ? 'true' : undefined,
      tzo: new Date(env.now()).getTimezoneOffset(),
    });
  };

export interface BodyRules {
  /** The user's id. */
  readonly userId: (user: { readonly id?: string | undefined }, context: UserContext) => string | undefined;
  /** Objects without fields are written. */
  readonly writesEmpty: boolean;
}
export const goBody: BodyRules = { userId: ({ id }) => id || undefined, writesEmpty: true };
/** In the Java variant a request without a user id is identified by the first eid. */
export const javaBody: BodyRules = { userId: ({ id }, { eids }) => id || eids[0]?.uids?.[0]?.id || undefined, writesEmpty: false };

/** A `body` hook. */
export const bodyMaker =
  ({ userId, writesEmpty }: BodyRules) =>
  (group: Group<Params>, context: RequestContext): object | BidderError => {
    const found = contextFor(context);
    if (isError(found)) return found;
    const { user, site } = context.request;
    const usi = userId(user ?? {}, found);
    return {
      adUnits: group.flatMap((item) => toAdUnits(item, writesEmpty)),
      ...((usi || writesEmpty) && { metaData: { usi } }),
      context: site?.page || 'unknown',
      kv: found.kv,
    };
  };

/** One for banner, one for native; that for banner has an empty native request if `writesEmpty`. */
function toAdUnits({ imp, params }: Item, writesEmpty: boolean): object[] {
  const { banner, native } = imp;
  const { auId = '', maxDeals = 0, targeting = {} } = params;
  const { kv = {} } = targeting;
  const common = {
    ...(maxDeals > 0 && { maxDeals }),
    ...filled({ ...targeting, kv: Object.keys(kv).length > 0 ? kv : undefined }),
  };
  const targetId = `${auId}-${imp.id}`;
  const units: object[] = [];
  if (banner) {
    const nativeRequest = writesEmpty ? {} : undefined;
    units.push({ auId, targetId: `${targetId}:banner`, nativeRequest, dimensions: sizesOf(banner), ...common });
  }
  if (native) {
    const nativeRequest = { ortb: parseJson(native.request ?? '') };
    units.push({ auId, targetId: `${targetId}:native`, adType: 'NATIVE', nativeRequest, ...common });
  }
  return units;
}

function sizesOf({ format = [], w, h }: NonNullable<SharedImp['banner']>): number[][] | undefined {
  if (format.length > 0) return format.map((one) => [one.w ?? 0, one.h ?? 0]);
  return w !== undefined && h !== undefined ? [[w, h]] : undefined;
}
