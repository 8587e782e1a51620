import { z } from 'zod';
import type { SharedRequest } from '../bidder.ts';
import { badInput, generic, isError } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { always } from '../kit/media-type.ts';
import { readerOf, readJson } from '../kit/reader.ts';
import { tripleliftFloor, tripleliftSync } from './families/triplelift.ts';

const NOT_ALLOWED = 'Unsupported publisher for triplelift_native';
const NO_IMPS = 'No valid impressions for triplelift';

const readExtraInfo = readerOf(z.object({ publisher_whitelist: z.array(z.string()) }));
const readData = readerOf(z.object({ data: z.object({ tag_code: z.string() }) }));

/** Ids of the publishers that may be called. @throws Error if the host's extra info cannot be read */
function whitelistOf(extraInfo: string): ReadonlySet<string | undefined> {
  const found = extraInfo === '' ? { value: {} } : readJson(extraInfo, readExtraInfo);
  if ('error' in found) throw new Error(`invalid extra info: ${found.error}`);
  return new Set(found.value.publisher_whitelist);
}

/** The id of the publisher's account, else its own. */
function publisherOf({ site, app }: SharedRequest): string {
  const publisher = app ? app.publisher : site?.publisher;
  const srv = publisher?.ext?.srv as { readonly parentAccount?: unknown } | undefined;
  return (typeof srv?.parentAccount === 'string' && srv.parentAccount) || publisher?.id || 'unknown';
}

/** MSN's own tag code, else the inventory code. */
function tagOf(ext: unknown, inventoryCode: string | undefined, { site, app }: SharedRequest): string {
  const found = readData(ext);
  const code = 'error' in found ? undefined : found.value.data?.tag_code;
  const isMsn = [site, app].some((inventory) => inventory?.publisher?.domain === 'msn.com');
  return (isMsn && code) || (inventoryCode ?? '');
}

export default defineBidder({
  code: 'triplelift_native',
  endpoint: 'https://tlx.3lift.com/s2sn/auction?supplier_id=20',
  maintainer: 'prebid@triplelift.com',
  vendorId: 28,
  capabilities: { app: ['native'], site: ['native'] },
  openrtb: '2.6',
  gpp: true,
  disabled: true,
  extraInfo: '{"publisher_whitelist":[]}',
  sync: tripleliftSync,
  params: z.object({ inventoryCode: z.string().min(1), floor: z.number().optional() }),

  setup: ({ extraInfo }) => whitelistOf(extraInfo),
  before: ({ request, setup }) => ((!request.site && !request.app) || setup.has(publisherOf(request)) ? undefined : generic(NOT_ALLOWED)),
  checkImp: ({ ext }, { request: { site, app } }) => {
    if (!site && !app) return 'skip';
    const found = readData(ext);
    return 'error' in found ? badInput(found.error) : undefined;
  },
  imp: ({ imp, params, ext }, { request, info }) => {
    if (!imp.native) return generic('no native object specified');
    const floor = tripleliftFloor(imp, params.floor, info);
    return isError(floor) ? floor : { tagid: tagOf(ext, params.inventoryCode, request), ...floor };
  },
  noImps: ({ request: { site, app } }) => (site || app ? generic(NO_IMPS) : undefined),
  response: { currency: { fixed: 'USD' }, mediaType: always('native') },
  java: {
    before: undefined,
    checkImp: ({ ext }) => {
      const found = readData(ext);
      return 'error' in found ? badInput(found.error) : undefined;
    },
    noImps: ({ request, setup }) => generic(setup.has(publisherOf(request)) ? NO_IMPS : NOT_ALLOWED),
    fanout: (imps, { request, setup }) => (setup.has(publisherOf(request)) ? [imps] : generic(NOT_ALLOWED)),
    imp: ({ imp, params, ext }, { request }) => {
      if (!imp.native) return generic('no native object specified');
      const { floor = 0, inventoryCode } = params;
      return { tagid: tagOf(ext, inventoryCode, request), ...(floor > 0 && { bidfloor: floor }) };
    },
  },
});
