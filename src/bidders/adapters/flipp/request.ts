/** A request of the exchange's own form, one per imp. */
import type { BidderError } from '../../bidder.ts';
import { filled } from '../../kit/objects.ts';
import type { Group, ImpWithParams, RequestContext } from '../../kit/spec.ts';
import { hostNameOf, parseQuery } from '../../kit/url.ts';
import type { Errors, Params } from './params.ts';
import { type CoreOf, userKey } from './user-key.ts';

/** An `imp` hook. Without a site nothing is sent. */
export const impChecker =
  ({ badPage, noIp }: Errors) =>
  (_: ImpWithParams<Params>, { request: { site, device } }: RequestContext): BidderError | 'skip' | undefined => {
    if (!site) return 'skip';
    const host = hostNameOf(site.page ?? '');
    if ('error' in host) return badPage(host.error);
    return device?.ip ? undefined : noIp;
  };

/** A `body` hook. `empty`: whether fields without a value are written. */
export const bodyMaker =
  (empty: 'written' | 'omitted', coreOf: CoreOf = (consent) => consent) =>
  ([item]: Group<Params>, { request, builder }: RequestContext): object | undefined => {
    if (!item) return undefined;
    const { site, device } = request;
    const optional = empty === 'written' ? <O extends object>(fields: O) => fields : filled;
    const keywords = site?.keywords ? site.keywords.split(',') : empty === 'written' ? [''] : undefined;
    return {
      ip: device?.ip,
      keywords,
      placements: [toPlacement(item, site?.page ?? '', optional)],
      url: site?.page || undefined,
      user: { key: userKey(request, item.params, builder.env, coreOf) },
    };
  };

function toPlacement({ imp, params }: ImpWithParams<Params>, page: string, optional: (fields: object) => object): object {
  const { publisherNameIdentifier = '', creativeType = '', siteId = 0, zoneIds = null, options = {} } = params;
  const { w: width = 0, h: height = 0 } = imp.banner?.format?.[0] ?? {};
  return {
    adTypes: creativeType === 'DTX' ? [5061] : [4309, 641],
    count: 1,
    divName: 'inline',
    srv: { creativeType, publisherNameIdentifier, requestId: imp.id, ...optional({ width, height }) },
    properties: optional({ contentCode: options.contentCode || contentCodeOf(page) }),
    siteId,
    zoneIds,
    options: filled(options),
  };
}

function contentCodeOf(page: string): string {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(page) ?? [];
  return parseQuery(query)['flipp-content-code']?.[0] ?? '';
}
