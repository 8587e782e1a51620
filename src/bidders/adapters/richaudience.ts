import { z } from 'zod';
import type { SharedRequest } from '../bidder.ts';
import { badInput } from '../errors.ts';
import { impOf, sentRequest } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byImp, unchecked } from '../kit/media-type.ts';
import { readerOf } from '../kit/reader.ts';
import type { ImpWithParams, RequestPatch, SharedImp } from '../kit/spec.ts';
import { status } from '../kit/status.ts';
import { hostNameOf } from '../kit/url.ts';

const TEST_IP = '11.222.33.44';

/** The address of the page; empty if it cannot be parsed. */
function pageOf({ site }: SharedRequest): string {
  const page = site?.page ?? '';
  return 'error' in hostNameOf(page) ? '' : page;
}

const isSecure = (request: SharedRequest): boolean => /^https:/i.test(pageOf(request));

/** Host and port of a URL. */
const hostOf = (page: string): string | undefined => /^(?:[a-z][a-z\d+.-]*:)?\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(page)?.[1];

/** The error message for a banner or video without a size. */
function sizeMessage({ banner, video }: SharedImp): string | undefined {
  if (banner && banner.w === undefined && banner.h === undefined && (banner.format ?? []).length === 0) {
    return 'request.Banner.Format is required';
  }
  return video && (!video.w || !video.h) ? 'request.Video.Sizes is required' : undefined;
}

const params = z.object({
  pid: z.string(),
  supplyType: z.string(),
  test: z.boolean().optional(),
  bidFloor: z.number().optional(),
  bidFloorCur: z.string().optional(),
});
const readTest = readerOf(z.object({ bidder: params }));

/** Whether an imp or an earlier one requests a test: a test applies to the rest of the request. */
function isTest({ imp }: SharedRequest, index: number): boolean {
  return imp.slice(0, index + 1).some(({ ext }) => {
    const found = readTest(ext);
    return 'value' in found && found.value.bidder?.test === true;
  });
}

/** Site, app and device of one imp's call. */
function requestOf({ index }: ImpWithParams<unknown>, request: SharedRequest, test: boolean, key = 'tagid'): RequestPatch {
  const { site, app, device } = request;
  const keywords = `${key}=${request.imp[index]?.tagid ?? ''}`;
  return {
    ...(site && { site: { ...site, keywords } }),
    ...(app && { app: { ...app, keywords } }),
    ...(test ? { device: { ...device, ip: TEST_IP }, test: 1 } : key === 'tagId' && { test: undefined }),
  };
}

export default defineBidder({
  code: 'richaudience',
  endpoint: 'https://ortb.richaudience.com/ortb/?bidder=pbs',
  maintainer: 'partnerintegrations@richaudience.com',
  vendorId: 108,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  modifyingVastXmlAllowed: true,
  sync: {
    iframe: {
      url: 'https://sync.richaudience.com/74889303289e27f327ad0c6de7be7264/?consentString={{.GDPRConsent}}&r={{.RedirectURL}}',
      userMacro: '[PDID]',
    },
    redirect: {
      url: 'https://sync.richaudience.com/f7872c90c5d3791e2b51f7edce1a0a5d/?p=pbs&consentString={{.GDPRConsent}}&r={{.RedirectURL}}',
      userMacro: '[PDID]',
    },
  },
  params,

  before: ({ request }) => {
    const { device, site } = request;
    if (device && !device.ip && !device.ipv6) return badInput('request.Device.IP is required');
    const host = hostOf(pageOf(request));
    return site && host && !site.domain ? { site: { ...site, domain: host } } : undefined;
  },
  badParams: (_, { id }, step) =>
    badInput(step === 'ext' ? `not found parameters ext in ImpID : ${id}` : `invalid parameters ext in ImpID: ${id}`),
  imp: ({ imp, params: { pid, bidFloorCur } }, { request }) => {
    const message = sizeMessage(imp);
    if (message !== undefined) return badInput(message);
    return { tagid: pid || imp.tagid, bidfloorcur: bidFloorCur || imp.bidfloorcur || 'USD', secure: isSecure(request) ? 1 : 0 };
  },
  fanout: perImp,
  headers: 'openrtb-2.5',
  request: ([item], { request }) => (item ? requestOf(item, request, isTest(request, item.index)) : undefined),
  status: status.s3,
  response: {
    currency: 'response',
    mediaType: (bid, { call }) => {
      const [sent] = sentRequest(call)?.imp ?? [];
      if (sent?.id !== bid.impid) return unchecked(bid, 'no bidtype assigned');
      return sent.video ? 'video' : 'banner';
    },
    bid: (_, type, { call }) => {
      const video = sentRequest(call)?.imp[0]?.video;
      return type === 'video' && video ? { w: video.w, h: video.h } : undefined;
    },
  },
  java: {
    before: ({ request }) => {
      const { device, site } = request;
      if (!device?.ip) return badInput('Device IP is required.');
      const host = hostOf(pageOf(request));
      return site && host && !site.domain ? { site: { ...site, domain: host } } : undefined;
    },
    checkImp: (imp) => {
      if (imp.banner && sizeMessage({ ...imp, video: undefined })) return badInput(`Banner W/H/Format is required. ImpId: ${imp.id}`);
      return sizeMessage(imp) === undefined ? undefined : badInput(`Video W and H are required. ImpId: ${imp.id}`);
    },
    badParams: (_, { id }) => badInput(`Invalid ext. Imp.Id: ${id}`),
    request: ([item], { request }) => (item ? requestOf(item, request, item.params.test === true, 'tagId') : undefined),
    response: {
      mediaType: byImp({ order: ['video'], noType: () => 'banner', noImp: () => undefined }),
      bid: ({ impid }, type, { request }) => {
        const video = impOf(request, impid)?.video;
        return type === 'video' && video ? { w: video.w, h: video.h } : undefined;
      },
    },
  },
});
