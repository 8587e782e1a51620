/**
 * The OpenRTB shapes as data: one line of fields per shape, used by the decoder (`decode.ts`), the parser of bidder messages and the
 * runners. `name[mark][[]]:type`; type `i` integer, `f` number, `s` string, else a shape. Mark `!`: always written; `?`: absent and zero
 * differ. Every shape also has `ext`.
 */
const lines = {
  BidRequest: `id!:s imp![]:Imp site:Site app:App dooh:DOOH device:Device user:User test:i at:i tmax:i wseat[]:s bseat[]:s allimps:i
    cur[]:s wlang[]:s wlangb[]:s acat[]:s bcat[]:s cattax:i badv[]:s bapp[]:s source:Source regs:Regs`,
  Imp: `id!:s metric[]:Metric banner:Banner video:Video audio:Audio native:Native pmp:PMP displaymanager:s displaymanagerver:s
    instl:i tagid:s bidfloor:f bidfloorcur:s clickbrowser?:i secure?:i iframebuster[]:s rwdd:i ssai:i exp:i qty:Qty dt:f
    refresh:Refresh`,
  Metric: `type!:s value:f vendor:s`,
  Banner: `format[]:Format w?:i h?:i wmax:i hmax:i wmin:i hmin:i btype[]:i battr[]:i pos?:i mimes[]:s topframe:i expdir[]:i
    api[]:i id:s vcm?:i`,
  Format: `w:i h:i wratio:i hratio:i wmin:i`,
  Video: `mimes![]:s minduration:i maxduration:i startdelay?:i maxseq:i poddur:i protocols[]:i protocol:i w?:i h?:i podid:s
    podseq:i rqddurs[]:i placement:i plcmt:i linearity:i skip?:i skipmin:i skipafter:i sequence:i slotinpod:i
    mincpmpersec:f battr[]:i maxextended:i minbitrate:i maxbitrate:i boxingallowed?:i playbackmethod[]:i playbackend:i
    delivery[]:i pos?:i companionad[]:Banner api[]:i companiontype[]:i poddedupe[]:i durfloors[]:DurFloors`,
  Audio: `mimes![]:s minduration:i maxduration:i poddur:i protocols[]:i startdelay?:i rqddurs[]:i podid:s podseq:i sequence:i
    slotinpod:i mincpmpersec:f battr[]:i maxextended:i minbitrate:i maxbitrate:i delivery[]:i companionad[]:Banner api[]:i
    companiontype[]:i maxseq:i feed:i stitched?:i nvol?:i durfloors[]:DurFloors`,
  Native: `request!:s ver:s api[]:i battr[]:i`,
  PMP: `private_auction:i deals[]:Deal`,
  Deal: `id!:s bidfloor:f bidfloorcur:s at:i wseat[]:s wadomain[]:s guar:i mincpmpersec:f durfloors[]:DurFloors`,
  DurFloors: `mindur:i maxdur:i bidfloor:f`,
  Qty: `multiplier:f sourcetype:i vendor:s`,
  Refresh: `refsettings[]:RefSettings count?:i`,
  RefSettings: `reftype:i minint:i`,
  Site: `id:s name:s domain:s cattax:i cat[]:s sectioncat[]:s pagecat[]:s page:s ref:s search:s mobile?:i privacypolicy?:i
    publisher:Publisher content:Content keywords:s kwarray[]:s inventorypartnerdomain:s`,
  App: `id:s name:s bundle:s domain:s storeurl:s cattax:i cat[]:s sectioncat[]:s pagecat[]:s ver:s privacypolicy?:i paid?:i
    publisher:Publisher content:Content keywords:s kwarray[]:s inventorypartnerdomain:s`,
  DOOH: `id:s name:s venuetype[]:s venuetypetax?:i publisher:Publisher domain:s keywords:s content:Content`,
  Publisher: `id:s name:s cattax:i cat[]:s domain:s`,
  Content: `id:s episode:i title:s series:s season:s artist:s genre:s album:s isrc:s producer:Producer url:s cattax:i cat[]:s
    prodq?:i videoquality?:i context:i contentrating:s userrating:s qagmediarating:i keywords:s kwarray[]:s livestream?:i
    sourcerelationship?:i len:i language:s langb:s embeddable?:i data[]:Data network:Network channel:Channel`,
  Producer: `id:s name:s cattax:i cat[]:s domain:s`,
  Network: `id:s name:s domain:s`,
  Channel: `id:s name:s domain:s`,
  Device: `geo:Geo dnt?:i lmt?:i ua:s sua:UserAgent ip:s ipv6:s devicetype:i make:s model:s os:s osv:s hwv:s h:i w:i ppi:i
    pxratio:f js?:i geofetch?:i flashver:s language:s langb:s carrier:s mccmnc:s connectiontype?:i ifa:s didsha1:s
    didmd5:s dpidsha1:s dpidmd5:s macsha1:s macmd5:s`,
  Geo: `lat?:f lon?:f type:i accuracy:i lastfix:i ipservice:i country:s region:s regionfips104:s metro:s city:s zip:s
    utcoffset:i`,
  UserAgent: `browsers[]:BrandVersion platform:BrandVersion mobile?:i architecture:s bitness:s model:s source:i`,
  BrandVersion: `brand!:s version[]:s`,
  User: `id:s buyeruid:s yob:i gender:s keywords:s kwarray[]:s customdata:s geo:Geo data[]:Data consent:s eids[]:EID`,
  EID: `inserter:s matcher:s mm:i source:s uids[]:UID`,
  UID: `id:s atype:i`,
  Data: `id:s name:s segment[]:Segment`,
  Segment: `id:s name:s value:s`,
  Regs: `coppa:i gdpr?:i us_privacy:s gpp:s gpp_sid[]:i`,
  Source: `fd?:i tid:s pchain:s schain:SupplyChain`,
  SupplyChain: `complete!:i nodes![]:SupplyChainNode ver!:s`,
  SupplyChainNode: `asi!:s sid!:s rid:s name:s domain:s hp?:i`,
  BidResponse: `id!:s seatbid[]:SeatBid bidid:s cur:s customdata:s nbr?:i`,
  SeatBid: `bid![]:Bid seat:s group:i`,
  Bid: `id!:s impid!:s price!:f nurl:s burl:s lurl:s adm:s adid:s adomain[]:s bundle:s iurl:s cid:s crid:s tactic:s cattax:i
    cat[]:s attr[]:i apis[]:i api:i protocol:i qagmediarating:i language:s langb:s dealid:s w:i h:i wratio:i hratio:i
    exp:i dur:i mtype:i slotinpod:i`,
} as const;

export type ShapeName = keyof typeof lines;
export type ScalarKind = 'i' | 'f' | 's';

/** One field of a shape. `shape` is set for objects (then `kind` is absent). */
export interface Field {
  readonly name: string;
  readonly list: boolean;
  readonly kind?: ScalarKind;
  readonly shape?: ShapeName;
  /** Written even when zero or missing. */
  readonly always: boolean;
  /** Written when present even if zero. */
  readonly zeroCounts: boolean;
}

export type Shape = ReadonlyMap<string, Field>;

function toField(text: string): Field {
  const found = /^(\w+)([!?]?)(\[\])?:(\w+)$/.exec(text);
  if (!found) throw new Error(`invalid shape field: ${text}`);
  const [, name = '', mark, brackets, type = ''] = found;
  const base = { name, list: brackets !== undefined, always: mark === '!', zeroCounts: mark === '?' };
  return type === 'i' || type === 'f' || type === 's' ? { ...base, kind: type } : { ...base, shape: type as ShapeName };
}

const toShape = (line: string): Shape => new Map(line.split(/\s+/).map((text) => [toField(text).name, toField(text)]));

/** All shapes by name, compiled at load. */
export const SHAPES: { readonly [N in ShapeName]: Shape } = Object.fromEntries(
  Object.entries(lines).map(([name, line]) => [name, toShape(line)]),
) as { [N in ShapeName]: Shape };
