import { z } from 'zod';
import type { SharedRequest } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { deviceHeaders, JSON_ACCEPT } from '../kit/headers.ts';
import { always } from '../kit/media-type.ts';
import { notUnpacked } from '../kit/messages.ts';
import { idOrString } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import type { ImpPatch, SharedImp } from '../kit/spec.ts';
import { status } from '../kit/status.ts';
import { bannerMessage, isSecure, sizedBanner } from './families/sized-banner.ts';

const MESSAGES = { noBanner: 'We need a Banner Object in the request', noSize: 'At least one size is required' };

const id = z.union([z.int(), z.string()]);
const readParams = readerOf(z.object({ networkId: id, siteId: id, bidfloor: z.number() }));

/** The params, or the decoder's message: also for an id that is a text but no whole number. */
function readIds(bidder: unknown): ReturnType<typeof readParams> {
  const found = readParams(bidder);
  if ('error' in found) return found;
  const wrong = [found.value.networkId, found.value.siteId].find((one) => typeof one === 'string' && !/^(?:[+-]?\d+)?$/.test(one));
  return wrong === undefined ? found : { error: `cannot unmarshal: invalid number ${wrong}` };
}

const patchOf = ({ banner }: SharedImp, tagid: string, secure: boolean): ImpPatch => ({
  tagid,
  secure: secure ? 1 : 0,
  banner: banner && sizedBanner(banner),
});

const headersOf = (device: SharedRequest['device'], ip: 'ip or ipv6' | 'ip, ipv6') => ({
  ...JSON_ACCEPT,
  ...(device && { ...deviceHeaders(device, { ip, language: true }), Dnt: device.dnt ?? 0 }),
});

export default defineBidder({
  code: 'connectad',
  endpoint: 'http://bidder.connectad.io/API?src=pbs',
  maintainer: 'support@connectad.io',
  vendorId: 138,
  capabilities: { app: ['banner'], site: ['banner'] },
  compression: 'gzip',
  geoscope: ['global'],
  sync: {
    redirect: {
      url: 'https://sync.connectad.io/ImageSyncer?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&cb={{.RedirectURL}}',
      userMacro: '',
    },
    iframe: {
      url: 'https://sync.connectad.io/iFrameSyncer?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&cb={{.RedirectURL}}',
      userMacro: '',
    },
  },
  params: z.object({ networkId: idOrString(), siteId: idOrString(), bidfloor: z.number().optional() }),

  onBadImp: 'abort-all',
  readParams: (bidder) => readIds(bidder),
  badParams: (cause, { id }, step) =>
    badInput(step === 'ext' ? `Impression id=${id} has an Error: ${cause}` : `Impression id=${id}, has invalid Ext`),
  imp: ({ imp, params: { siteId = 0, bidfloor = 0 } }, { request }) => {
    if (Number(siteId) === 0) return badInput(`Impression id=${imp.id}, has no siteId present`);
    const message = bannerMessage(imp, MESSAGES);
    if (message !== undefined) return badInput(message);
    return {
      ...patchOf(imp, String(Number(siteId)), isSecure(request)),
      ...(bidfloor !== 0 && { bidfloor, bidfloorcur: 'USD' }),
      ext: undefined,
    };
  },
  abortError: () => badInput('Error in preprocess of Imp'),
  headers: (_, { request: { device } }) => headersOf(device, 'ip or ipv6'),
  status: status.s10,
  response: {
    unreadable: (cause) => badServer(notUnpacked(cause)),
    currency: { fixed: 'USD' },
    mediaType: always('banner'),
  },
  java: {
    imp: ({ imp, params: { siteId, bidfloor = 0 } }, { request }) => {
      if (siteId === undefined) return badInput(`Impression id=${imp.id}, has no siteId present`);
      const message = bannerMessage(imp, MESSAGES);
      if (message !== undefined) return badInput(message);
      return { ...patchOf(imp, String(siteId), isSecure(request)), ...(bidfloor > 0 && { bidfloor, bidfloorcur: 'USD' }) };
    },
    headers: (_, { request: { device } }) => headersOf(device, 'ip, ipv6'),
  },
});
