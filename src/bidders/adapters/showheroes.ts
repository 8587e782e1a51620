import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { RequestInfo, SharedRequest } from '../bidder.ts';
import { badInput, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { converted } from '../kit/money.ts';
import { filled } from '../kit/objects.ts';
import { readerOf } from '../kit/reader.ts';
import type { ImpPatch, ImpWithParams, SharedImp } from '../kit/spec.ts';
import { statusPolicy } from '../kit/status.ts';
import { knownSrv } from './families/imp-srv.ts';

type ImpExtension = ImpWithParams<unknown>['ext'] & { readonly gpid?: string; readonly tid?: string; readonly data?: unknown };

/** The floor in euros; one without a currency is in dollars. */
function inEuros({ bidfloor = 0, bidfloorcur }: SharedImp, info: RequestInfo): Result<ImpPatch> {
  if (bidfloor === 0 || bidfloorcur === 'EUR') return { value: {} };
  const amount = converted(info, bidfloor, bidfloorcur || 'USD', 'EUR');
  return 'error' in amount ? amount : { value: { bidfloor: amount.value, bidfloorcur: 'EUR' } };
}

/** The app's SDK for an imp that names none. */
function displayManager({ displaymanager }: SharedImp, { ext }: SharedRequest): ImpPatch {
  if (displaymanager) return {};
  const { name, version } = ext?.srv?.channel ?? {};
  return { displaymanager: name, displaymanagerver: version };
}

type Source = NonNullable<SharedRequest['source']>;

/** The source with the server's name and version. */
function sourceOf(source: Source | undefined, version: string, server: 'go' | 'java'): Source | undefined {
  const ext: unknown = source?.ext ?? {};
  return isObject(ext) ? { ...source, ext: { ...ext, pbs: { pbsv: version || 'unknown', pbsp: server } } } : source;
}

const BAD_EXT = 'Error parsing bidder params';
const readIds = readerOf(z.object({ gpid: z.string(), tid: z.string() }));
const readParams = readerOf(z.object({ unitId: z.string() }));

export default defineBidder({
  code: 'showheroes',
  endpoint: 'https://ads.viralize.tv/openrtb2/auction/',
  maintainer: 'tech@showheroes.com',
  vendorId: 111,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  openrtb: '2.6',
  compression: 'gzip',
  aliases: {
    'showheroes-bs': { vendorId: 111 },
    showheroesBs: { vendorId: 111 },
  },
  params: z.object({ unitId: z.string().min(8) }),

  before: ({ request: { site, app } }) => {
    if (site && !site.page) return badInput("site request doesn't have a page URL");
    if (app && !app.bundle) return badInput("app request doesn't have a bundle ID");
    return site || app ? undefined : badInput('request must contain a site or an app');
  },
  checkImp: ({ ext }) => ('error' in readIds(ext) ? badInput(BAD_EXT) : undefined),
  readParams: (bidder) => readParams(bidder ?? null),
  badParams: () => badInput(BAD_EXT),
  imp: ({ imp, params: { unitId = '' }, ext }, { request, info }) => {
    const floor = inEuros(imp, info);
    if ('error' in floor) return generic(floor.error);
    const { srv, gpid, tid, data } = ext as ImpExtension;
    return {
      ...floor.value,
      ...displayManager(imp, request),
      ext: { ...filled({ srv: srv && knownSrv(srv), gpid, tid }), ...(data ? { data } : {}), bidder: { unitId }, params: { unitId } },
    };
  },
  request: (_, { request: { source }, builder }) => ({ source: sourceOf(source, builder.env.version, 'go') }),
  status: statusPolicy({ other: 'unexpected status code: %d', badInput: [], otherError: generic }),
  response: { currency: 'response', mediaType: ({ mtype }) => (mtype === 1 ? 'banner' : 'video') },
  java: {
    compression: undefined,
    before: ({ request: { site, app } }) => {
      if (!site && !app) return badInput('BidRequest must contain one of site or app');
      if (site && site.page === undefined) return badInput('BidRequest.site.page is required');
      return app && app.bundle === undefined ? badInput('BidRequest.app.bundle is required') : undefined;
    },
    imp: ({ imp, params: { unitId }, ext }, { request, info }) => {
      const floor = inEuros(imp, info);
      if ('error' in floor) return badInput(floor.error);
      return { ...floor.value, ...displayManager(imp, request), ext: { ...ext, params: { unitId } } };
    },
    checkImp: undefined,
    request: (_, { request: { source }, builder }) => ({ source: sourceOf(source, builder.env.version, 'java') }),
  },
});
