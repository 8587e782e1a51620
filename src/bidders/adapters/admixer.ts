import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import type { ImpPatch } from '../kit/spec.ts';
import { status } from '../kit/status.ts';

interface AdmixerParams {
  readonly zone?: string | undefined;
  readonly customFloor?: number | undefined;
  readonly customParams?: object | undefined;
}

/** Tag, floor and ext of an imp; zones are UUIDs, with or without braces. */
function patchOf({ zone = '', customFloor = 0, customParams }: AdmixerParams, isFree: boolean): ImpPatch | BidderError {
  const length = Buffer.byteLength(zone);
  if (length < 32 || length > 36) return badInput('ZoneId must be UUID/GUID');
  const ext = customParams && ({ customParams } as ImpPatch['ext']);
  return { tagid: zone, ext, ...(isFree && customFloor > 0 && { bidfloor: customFloor }) };
}

export default defineBidder({
  code: 'admixer',
  endpoint: 'http://inv-nets.admixer.net/pbs.aspx',
  maintainer: 'prebid@admixer.net',
  vendorId: 511,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  sync: {
    redirect: {
      url: 'https://inv-nets.admixer.net/adxcm.aspx?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir=1&rurl={{.RedirectURL}}',
      userMacro: '$$visitor_cookie$$',
    },
  },
  params: z.object({
    zone: z.string().regex(/^([a-fA-F\d-]{32,36})$/),
    customFloor: z.number().min(0).optional(),
    customParams: z.record(z.string(), z.unknown()).optional(),
  }),

  whenEmpty: badInput('No impressions in request'),
  badParams: (cause, _, step) => badInput(step === 'ext' ? cause : 'Wrong Admixer bidder ext'),
  onBadImp: 'abort-all',
  imp: ({ imp: { bidfloor = 0 }, params }) => patchOf(params, bidfloor === 0),
  status: status.s12,
  response: {
    noBid: ({ seatbid: [first] = [] }) => !first?.bid?.length,
    currency: { fixed: 'USD' },
    mediaType: byImp({ otherwise: () => 'banner' }),
  },
  java: {
    badParams: (_, { id }) => badInput(`Wrong Admixer bidder ext in imp with id : ${id}`),
    onBadImp: 'drop',
    callWithoutImps: true,
    imp: ({ imp: { bidfloor = 0 }, params }) => patchOf(params, bidfloor <= 0),
  },
});
