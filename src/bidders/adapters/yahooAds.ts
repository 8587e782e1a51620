import { z } from 'zod';
import { object } from '#src/json/values.ts';
import type { SharedRequest } from '../bidder.ts';
import { badInput, badServer, generic, warning } from '../errors.ts';
import { asObject } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { OPENRTB_25, OPENRTB_26 } from '../kit/headers.ts';
import { byImp } from '../kit/media-type.ts';
import { asNumber, noBidderExt } from '../kit/messages.ts';
import { siteOrAppPatch, withFirstSize, without } from '../kit/objects.ts';
import { readerOf } from '../kit/reader.ts';
import type { ImpPatch, SharedImp } from '../kit/spec.ts';
import { onlyOk } from '../kit/status.ts';

type Regs = NonNullable<SharedRequest['regs']>;

const readGpp = readerOf(z.object({ gpp: z.string() }));
const readSections = readerOf(z.object({ gpp_sid: z.array(z.int()) }));

/** Sections in `regs.ext`; undefined if they are undecodable: a section is a number of 8 bits. */
function sectionsIn(ext: unknown): readonly number[] | undefined {
  const found = readSections(ext);
  if ('error' in found) return undefined;
  const sections = found.value.gpp_sid?.map((one) => one ?? 0) ?? [];
  return sections.every((one) => one >= -128 && one <= 127) ? sections : undefined;
}

/** GPP signals moved from `regs.ext` to `regs`; undecodable ones stay. */
function promoted(regs: Regs): Regs {
  let ext: { readonly [key: string]: unknown } = { ...regs.ext };
  let { gpp, gpp_sid } = regs;
  const text = readGpp(ext);
  if ('gpp' in ext && (gpp || 'value' in text)) {
    gpp = gpp || ('error' in text ? undefined : text.value.gpp);
    ext = without(ext, 'gpp');
  }
  const sections = gpp_sid?.length ? gpp_sid : sectionsIn(ext);
  if ('gpp_sid' in ext && sections) {
    gpp_sid = sections;
    ext = without(ext, 'gpp_sid');
  }
  return { ...regs, gpp, gpp_sid, ext: Object.keys(ext).length > 0 ? ext : undefined };
}

/** All signals moved to `regs.ext`, as in OpenRTB 2.5. */
const demoted = ({ ext, ...signals }: Regs): Regs => ({ ext: { ...object(ext), ...signals } });

function sizeMessage(banner: SharedImp['banner'], brackets: string): string | undefined {
  if (!banner) return undefined;
  const { w, h, format = [] } = banner;
  if (w !== undefined && h !== undefined) return w === 0 || h === 0 ? `Invalid sizes provided for Banner ${w}x${h}` : undefined;
  return format.length === 0 ? `No sizes provided for Banner ${brackets}` : undefined;
}

const sized = (banner: SharedImp['banner']): ImpPatch =>
  banner && (banner.w === undefined || banner.h === undefined) ? { banner: withFirstSize(banner, 'always') } : {};

export default defineBidder({
  code: 'yahooAds',
  endpoint: 'https://s2shb.ssp.yahoo.com/admax/bid/partners/PBS',
  maintainer: 'prebid-tech-team@yahooinc.com',
  vendorId: 25,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  openrtb: '2.6',
  aliases: {
    yahooAdvertising: { vendorId: 25 },
    yahoossp: { maintainer: 'hb-fe-tech@oath.com', vendorId: 25 },
  },
  params: z.object({ dcn: z.string().min(1), pos: z.string().min(1) }),

  before: ({ request, errors }) => {
    const { regs } = request;
    if (regs?.ext === undefined) return undefined;
    if ('value' in asObject(regs.ext)) return { regs: promoted(regs) };
    errors.push(warning('regs.ext is not a JSON object; skipped OpenRTB 2.6 regs promotion'));
    return undefined;
  },
  badParams: (cause, _, step, index) => badInput(`imp #${index}: ${step === 'ext' ? noBidderExt : cause}`),
  imp: ({ imp: { banner }, params: { pos = '' } }) => {
    const message = sizeMessage(banner, '[]');
    return message === undefined ? { tagid: pos, ...sized(banner) } : generic(message);
  },
  fanout: perImp,
  headers: (_, { request: { device } }) => ({ ...OPENRTB_26, 'User-Agent': device?.ua }),
  request: ([first], { request }) => siteOrAppPatch(request, () => ({ id: first?.params.dcn ?? '' })),
  status: onlyOk('Unexpected status code: %d.'),
  response: {
    unreadable: (cause) => badServer(`Bad server response: ${asNumber(cause)}.`),
    currency: { fixed: 'USD' },
    mediaType: byImp({
      order: ['banner', 'video'],
      noType: () => undefined,
      noImp: ({ impid }) => badServer(`Unknown ad unit code '${impid}'`),
    }),
    onBadBid: 'abort',
  },
  java: {
    aliases: { yssp: {} },
    openrtb: '2.5',
    before: ({ request: { regs } }) => regs && { regs: demoted(regs) },
    badParams: (cause, _, __, index) => badInput(`imp #${index}: ${cause}`),
    imp: ({ imp: { banner }, params: { dcn, pos }, index }) => {
      if (!dcn?.trim()) return badInput(`imp #${index}: missing param dcn`);
      if (!pos?.trim()) return badInput(`imp #${index}: missing param pos`);
      const message = sizeMessage(banner, '');
      return message === undefined ? { tagid: pos, ...sized(banner) } : badInput(message.trimEnd());
    },
    headers: (_, { request: { device } }) => ({ ...OPENRTB_25, 'User-Agent': device?.ua }),
  },
});
