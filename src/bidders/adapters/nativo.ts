import { z } from 'zod';
import type { SharedRequest } from '../bidder.ts';
import { badServer } from '../errors.ts';
import { withMetaInExt } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp, byReadExtType, firstOf } from '../kit/media-type.ts';
import { badServerResponse, typeNotParsed } from '../kit/messages.ts';
import { idOrString } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';

const RENDERER = 'NativoRenderer';
const readRequestExt = readerOf(
  z.object({ srv: z.object({ sdk: z.object({ renderers: z.array(z.object({ name: z.string(), version: z.string() })) }) }) }),
);

type Renderer = { readonly rendererName: string; readonly rendererVersion: string };

/** The exchange's renderer in the app's SDK, as meta of every bid. */
function rendererOf({ ext }: SharedRequest, isOwn: (name: string, version: string) => boolean): Renderer | undefined {
  const found = readRequestExt(ext ?? null);
  if ('error' in found) return undefined;
  const renderer = found.value.srv?.sdk?.renderers?.find(({ name = '', version = '' }) => isOwn(name, version));
  return renderer && { rendererName: renderer.name ?? '', rendererVersion: renderer.version ?? '' };
}

export default defineBidder({
  code: 'nativo',
  endpoint: 'https://exchange.postrelease.com/esi?ntv_epid=7',
  maintainer: 'prebiddev@nativo.com',
  vendorId: 263,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  gpp: true,
  sync: {
    redirect: {
      url: 'https://jadserve.postrelease.com/suid/101787?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&ntv_gpp_consent={{.GPP}}&ntv_r={{.RedirectURL}}',
      userMacro: 'NTV_USER_ID',
    },
  },
  params: z.object({ placementId: idOrString().optional() }),

  readParams: 'never',
  headers: 'json',
  response: {
    unreadable: () => badServer(badServerResponse),
    currency: { fixed: 'USD' },
    mediaType: firstOf(
      byImp({ order: ['native', 'video', 'banner'] }),
      byReadExtType({ missing: ({ impid }) => badServer(typeNotParsed(impid)) }),
    ),
    extras: (_, __, { request }) => ({ meta: rendererOf(request, (name) => name.toLowerCase() === RENDERER.toLowerCase()) }),
  },
  java: {
    response: {
      mediaType: byImp({ order: ['banner', 'video', 'native', 'audio'], noImp: () => 'banner' }),
      // The renderer is added to the bid's own meta.
      bid: ({ ext }, _, { request }) => {
        const renderer = rendererOf(request, (name, version) => name === RENDERER && version !== '');
        return renderer && { ext: withMetaInExt(ext, renderer) };
      },
      extras: undefined,
    },
  },
});
