import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { toInteger, toNumber } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { headersOfPage } from '../kit/headers.ts';
import { always } from '../kit/media-type.ts';
import { noImps, notUnpacked } from '../kit/messages.ts';
import type { ImpPatch, SharedImp } from '../kit/spec.ts';
import { status } from '../kit/status.ts';
import { bannerMessage, isSecure, sizedBanner } from './families/sized-banner.ts';

const tagMessage = (impId: string): string => `ignoring imp id=${impId}, invalid tagid must be a String of numbers`;

/** The imp with its tag and floor; `bidfloor`: a number as a string, anything else is no floor. */
function patchOf({ banner }: SharedImp, tagid: string, bidfloor: string, secure: boolean): ImpPatch {
  const floor = toNumber(bidfloor) ?? 0;
  return { tagid, secure: secure ? 1 : 0, ...(floor > 0 && { bidfloor: floor }), ext: undefined, banner: banner && sizedBanner(banner) };
}

export default defineBidder({
  code: 'beintoo',
  endpoint: 'https://ib.beintoo.com/um',
  maintainer: 'adops@beintoo.com',
  vendorId: 618,
  capabilities: { site: ['banner'] },
  sync: {
    key: 'Beintoo',
    iframe: {
      url: 'https://ib.beintoo.com/um?ssp=pbs&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({ tagid: z.string(), bidfloor: z.string().optional() }),

  whenEmpty: badInput(noImps),
  badParams: (cause, { id }, step) => badInput(step === 'ext' ? cause : `ignoring imp id=${id}, invalid ImpExt`),
  onBadImp: 'abort',
  imp: ({ imp, params: { tagid = '', bidfloor = '' } }, { request }) => {
    const message = toInteger(tagid) ? bannerMessage(imp) : tagMessage(imp.id);
    if (message !== undefined) return badInput(message);
    return patchOf(imp, tagid, bidfloor, isSecure(request));
  },
  abortError: (_, ended) => badInput(`Error in preprocess of Imp, err: [${ended.at(-1)?.message ?? ''}]`),
  headers: headersOfPage,
  status: status.s10,
  response: {
    unreadable: (cause) => badServer(notUnpacked(cause)),
    currency: { fixed: 'USD' },
    mediaType: always('banner'),
    bid: ({ id }) => ({ impid: id }),
  },
  java: {
    imp: ({ imp, params: { tagid = '', bidfloor = '' } }, { request }) => {
      const tag = toInteger(tagid);
      if (tag === undefined) return badInput(`tagid must be a String of numbers, ignoring imp id=${imp.id}`);
      if (tag === 0) return badInput(`tagid cant be 0, ignoring imp id=${imp.id}`);
      const message = bannerMessage(imp);
      return message === undefined ? patchOf(imp, tagid, bidfloor, Boolean(request.site?.page?.startsWith('https'))) : badInput(message);
    },
    abortError: undefined,
  },
});
