/** The protocol of the exchange behind `adf` and its relatives: a tag per imp, and a price type beside it in the request. */
import { z } from 'zod';
import { badServer, generic } from '../../errors.ts';
import { byReadExtType } from '../../kit/media-type.ts';
import { typeNotParsed } from '../../kit/messages.ts';
import { readerOf } from '../../kit/reader.ts';
import type { Group, ImpPatch, RequestContext, RequestPatch, TrafficSpec } from '../../kit/spec.ts';
import { status } from '../../kit/status.ts';

interface PriceType {
  readonly priceType?: string | undefined;
}

const anything = z.record(z.string(), z.unknown());
const readRequestExt = readerOf(z.object({ srv: anything, schain: anything }));

/** The price type of the first imp that has one, in `ext` beside our own extension and the supply chain; `more` stays too. */
function withPriceType(
  group: Group<PriceType>,
  { request: { ext }, errors }: RequestContext,
  more: RequestPatch['ext'],
): RequestPatch | undefined {
  const pt = group.find(({ params }) => params.priceType)?.params.priceType;
  if (pt === undefined) return undefined;
  const found = readRequestExt(ext ?? null);
  if ('value' in found) return { ext: { ...more, srv: found.value.srv ?? {}, schain: found.value.schain, pt } };
  errors.push(generic(found.error));
  return undefined;
}

export const withTag = (tag: string | number | undefined): ImpPatch => ({ tagid: tag === undefined ? undefined : String(tag) });

export const tagTraffic = {
  callWithoutImps: true,
  response: {
    currency: 'response',
    mediaType: byReadExtType({ missing: ({ impid }) => badServer(typeNotParsed(impid)) }),
  },
} satisfies TrafficSpec<unknown, undefined>;

/** The same with price types. */
export const priceTypeTraffic = {
  ...tagTraffic,
  request: (group, context) => withPriceType(group, context, undefined),
  status: status.s4,
  java: {
    callWithoutImps: false,
    request: (group, context) => withPriceType(group, context, context.request.ext),
    response: { mediaType: byReadExtType({ missing: ({ impid }) => badServer(`Failed to parse impression ${impid} mediatype`) }) },
  },
} satisfies TrafficSpec<PriceType, undefined>;
