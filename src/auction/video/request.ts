/** The body of `POST /openrtb2/video`: its form, and the checks of its members' types (amp-and-video.md section 7). */
import { faultText, KINDS, type Kind, listOf, objectOf } from '#src/wire/checks.ts';
import { type Decoded, shapeKind } from '#src/wire/decode.ts';
import type { Ext, PriceGranularity } from '#src/wire/ext.ts';
import { extKind } from '#src/wire/ext-shapes.ts';
import type { App, Content, Device, Regs, Site, User, Video } from '#src/wire/ortb.ts';

export interface Pod {
  readonly podid?: number | undefined;
  readonly adpoddurationsec?: number | undefined;
  /** Stored imp that tells who is asked. */
  readonly configid?: string | undefined;
}

export interface PodConfig {
  /** Allowed lengths of an ad, seconds. */
  readonly durationrangesec?: readonly number[] | undefined;
  readonly requireexactduration?: boolean | undefined;
  readonly pods?: readonly Pod[] | undefined;
}

export interface VideoRequest {
  readonly storedrequestid?: string | undefined;
  readonly podconfig?: PodConfig | undefined;
  readonly app?: App | undefined;
  readonly site?: Site | undefined;
  readonly user?: User | undefined;
  device?: Device | undefined;
  readonly regs?: Regs | undefined;
  readonly content?: Content | undefined;
  readonly video?: Video | undefined;
  readonly bcat?: string[] | undefined;
  readonly badv?: string[] | undefined;
  readonly test?: number | undefined;
  readonly tmax?: number | undefined;
  readonly includebrandcategory?:
    | {
        readonly primaryadserver?: number | undefined;
        readonly publisher?: string | undefined;
        readonly translatecategories?: boolean | undefined;
      }
    | undefined;
  readonly pricegranularity?: PriceGranularity | string | undefined;
  readonly supportdeals?: boolean | undefined;
  readonly appendbiddernames?: boolean | undefined;
}

const members = (kinds: { readonly [name: string]: Kind }): Kind => objectOf(() => new Map(Object.entries(kinds)));

const { s, i, b } = KINDS;
const POD = members({ podid: i, adpoddurationsec: i, configid: s });

const REQUEST = members({
  storedrequestid: s,
  podconfig: members({ durationrangesec: listOf(i), requireexactduration: b, pods: listOf(POD) }),
  app: shapeKind('App'),
  site: shapeKind('Site'),
  user: shapeKind('User'),
  device: shapeKind('Device'),
  regs: shapeKind('Regs'),
  content: shapeKind('Content'),
  video: shapeKind('Video'),
  bcat: listOf(s),
  badv: listOf(s),
  test: i,
  tmax: i,
  includebrandcategory: extKind('BrandCategory'),
  supportdeals: b,
  appendbiddernames: b,
  cacheconfig: members({ ttl: i }),
});

/** The merged body as a video request: the same object, members spelled right; or the decoder's text. */
export function decodeVideoRequest(body: Ext, loose: boolean): Decoded<VideoRequest> {
  const fault = REQUEST.check(body, {}, '', loose);
  return fault ? { error: faultText(fault, 'request') } : { value: body as VideoRequest };
}
