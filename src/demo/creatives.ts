/** Test creatives of the demo bidder, one per media type. */
import { parseJsonObject } from '#src/json/parse.ts';
import type { Bid, Imp } from '#src/openrtb/ortb.ts';

type Creative = Pick<Bid, 'adm' | 'w' | 'h' | 'mtype' | 'dur'>;

/** A creative that fits the imp; undefined if the imp has no media object. */
export function creative(imp: Imp): Creative | undefined {
  if (imp.banner) {
    const { w = 300, h = 250 } = imp.banner.format?.[0] ?? imp.banner;
    return { adm: banner(w, h), w, h, mtype: 1 };
  }
  if (imp.video)
    return { adm: vast('Linear', imp.video.w ?? 640, imp.video.h ?? 360), w: imp.video.w ?? 640, h: imp.video.h ?? 360, mtype: 2, dur: 15 };
  if (imp.audio) return { adm: vast('Audio', 0, 0), mtype: 3, dur: 30 };
  if (imp.native) return { adm: native(imp.native.request ?? ''), mtype: 4 };
  return undefined;
}

const banner = (w: number, h: number): string =>
  `<div style="width:${w}px;height:${h}px;background:#234;color:#fff;font:16px sans-serif;display:grid;place-items:center">auctor test creative ${w}×${h}</div>`;

function vast(title: string, w: number, h: number): string {
  const file =
    title === 'Audio'
      ? '<MediaFile delivery="progressive" type="audio/mp4"'
      : `<MediaFile delivery="progressive" type="video/mp4" width="${w}" height="${h}"`;
  return (
    `<VAST version="4.0"><Ad id="demo"><InLine><AdSystem>auctor demo</AdSystem><AdTitle>${title} test</AdTitle>` +
    '<Impression><![CDATA[https://advertiser.example/impression]]></Impression><Creatives><Creative><Linear><Duration>00:00:15</Duration><MediaFiles>' +
    `${file}><![CDATA[https://advertiser.example/creative.mp4]]></MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>`
  );
}

/** Fills every requested asset of the native request. */
function native(request: string): string {
  const assets = readAssets(request).map(({ id, title, img, data }, index) => {
    const base = { id: id ?? index };
    if (title) return { ...base, title: { text: 'auctor test creative' } };
    if (img) return { ...base, img: { url: 'https://advertiser.example/image.png', w: img.w ?? 300, h: img.h ?? 250 } };
    return { ...base, data: { value: data ? 'advertiser.example' : '' } };
  });
  return JSON.stringify({ ver: '1.2', link: { url: 'https://advertiser.example' }, assets });
}

interface RequestedAsset {
  readonly id?: number;
  readonly title?: object;
  readonly img?: { readonly w?: number; readonly h?: number };
  readonly data?: object;
}

function readAssets(request: string): RequestedAsset[] {
  const assets = parseJsonObject(request)?.['assets'];
  return Array.isArray(assets) ? assets : [];
}
