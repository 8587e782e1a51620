/** Markup of native ads (OpenRTB Native 1.2 response, without a wrapper). */
import { filled } from '../../kit/objects.ts';
import type { SharedImp } from '../../kit/spec.ts';
import { NATIVE } from './ad-types.ts';
import { type Ad, type Content, clickUrlOf, decoded, type Made, monitorsOf } from './content.ts';
import { type Asset, isMainImage, readNativeRequest } from './native-request.ts';
import type { Rules } from './rules.ts';
import { toVast } from './vast.ts';

const FAILED = 'extract Adm for Native ad:';
const ICON = 1;
/** Data assets: descriptions, and the text of a call to action. */
const DESCRIPTIONS: readonly (number | undefined)[] = [2, 10];
const CALL_TO_ACTION = 12;

export function toNative({ adtype = 0 }: Ad, content: Content, imp: SharedImp, rules: Rules): Made {
  if (adtype !== NATIVE) return { error: `${FAILED} huaweiads response is not a native ad` };
  if (!imp.native) return { error: `${FAILED} imp.Native is nil` };
  if (!imp.native.request) return { error: `${FAILED} imp.Native.Request is empty` };
  const request = readNativeRequest(imp.native.request);
  if ('error' in request) return request;
  const click = clickUrlOf(content, rules);
  if ('error' in click) return click;
  const assets = new Assets(adtype, content, imp, rules);
  for (const asset of request.value.assets ?? []) {
    const error = assets.add(asset);
    if (error !== undefined) return { error };
  }
  const clicktrackers = monitorsOf(content, 'click');
  const eventtrackers = monitorsOf(content, 'imp').map((url) => ({ event: 1, method: 1, url }));
  const markup = {
    ver: request.value.ver || '1.1',
    ...filled({ assets: assets.made }),
    link: { url: click.value, ...filled({ clicktrackers }) },
    ...filled({ eventtrackers }),
  };
  return { value: { adm: JSON.stringify(markup), w: assets.w, h: assets.h } };
}

/** The assets of one ad; each image is used once. */
class Assets {
  readonly made: object[] = [];
  /** The first size found, in px. */
  w = 0;
  h = 0;
  readonly #adtype: number;
  readonly #content: Content;
  readonly #imp: SharedImp;
  readonly #rules: Rules;
  readonly #icons: Iterator<Image>;
  readonly #images: Iterator<Image>;

  constructor(adtype: number, content: Content, imp: SharedImp, rules: Rules) {
    this.#adtype = adtype;
    this.#content = content;
    this.#imp = imp;
    this.#rules = rules;
    const { icon = [], imageInfo = [] } = content.metaData ?? {};
    this.#icons = icon.values();
    this.#images = imageInfo.values();
  }

  /** Adds the asset wanted. @returns the error message if its video cannot be made */
  add(asset: Asset): string | undefined {
    const { id = 0 } = asset;
    if (asset.title) this.made.push({ id, title: this.#title() });
    else if (asset.video) return this.#addVideo(id);
    else if (asset.img) this.#addImage(id, asset);
    else this.made.push({ id, ...(asset.data && { data: this.#data(asset.data.type) }) });
    return undefined;
  }

  #title(): object {
    const text = decoded(this.#content.metaData?.title);
    return { text, ...filled({ len: Buffer.byteLength(text) }) };
  }

  #addVideo(id: number): string | undefined {
    const vast = toVast(this.#adtype, this.#content, this.#imp, this.#rules);
    if ('error' in vast) return vast.error;
    if (!vast.value) return undefined;
    const { adm, w, h } = vast.value;
    this.w = w;
    this.h = h;
    this.made.push({ id, video: { vasttag: adm } });
    return undefined;
  }

  /** A main image of which there is none left is left out. */
  #addImage(id: number, asset: Asset): void {
    const type = asset.img?.type;
    const { value } = (type === ICON ? this.#icons : this.#images).next();
    if (!value && isMainImage(asset)) return;
    const { url = '', width: w = 0, height: h = 0 } = value ?? {};
    if (this.w === 0 && this.h === 0) {
      this.w = w;
      this.h = h;
    }
    this.made.push({ id, img: { ...filled({ type }), url, ...filled({ w, h }) } });
  }

  #data(type: number | undefined): object {
    const { description, cta } = this.#content.metaData ?? {};
    const { typesData } = this.#rules;
    if (DESCRIPTIONS.includes(type)) return { ...(typesData ? { type } : { label: 'desc' }), value: decoded(description) };
    if (type === CALL_TO_ACTION) return { type, value: decoded(cta) };
    return { ...(typesData && filled({ type })), value: '' };
  }
}

type Image = NonNullable<NonNullable<Content['metaData']>['icon']>[number] | undefined;
