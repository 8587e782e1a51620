/** The body of `POST /openrtb2/video`: its format and type checks. */

import { KINDS, type Kind, listOf, objectOf, shapeError } from '#src/json/checks.ts';
import type { Result } from '#src/lang/result.ts';
import { shapeKind } from '#src/openrtb/decode.ts';
import type { Ext, PriceGranularity } from '#src/openrtb/ext.ts';
import { extKind } from '#src/openrtb/ext-shapes.ts';
import type { App, Content, Device, Regs, Site, User, Video } from '#src/openrtb/ortb.ts';

export interface Pod {
  readonly podid?: number | undefined;
  readonly adpoddurationsec?: number | undefined;
  /** Stored imp that selects the bidders. */
  readonly configid?: string | undefined;
}

export interface PodConfig {
  /** Allowed ad durations, seconds. */
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
  readonly pricegranularity?: PriceGranularity | string | null | undefined;
  readonly supportdeals?: boolean | undefined;
  readonly appendbiddernames?: boolean | undefined;
}

const fields = (kinds: { readonly [name: string]: Kind }): Kind => objectOf(() => new Map(Object.entries(kinds)));

const { s, i, b } = KINDS;
const POD = fields({ podid: i, adpoddurationsec: i, configid: s });

const REQUEST = fields({
  storedrequestid: s,
  podconfig: fields({ durationrangesec: listOf(i), requireexactduration: b, pods: listOf(POD) }),
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
  cacheconfig: fields({ ttl: i }),
});

/** The merged body as a video request: the same object with normalized field names; or the decoder's message. */
export function decodeVideoRequest(body: Ext, lenient: boolean): Result<VideoRequest> {
  const error = REQUEST.check(body, {}, '', lenient);
  return error ? { error: shapeError(error, 'request') } : { value: body as VideoRequest };
}
