/**
 * OpenRTB 2.6 request and response shapes (OpenRTB 2.6-202409 §3.2 and §4.2). Field names are unchanged. Fields without rules are passed
 * through at run time and not listed here.
 */

import type { BidExt, DeviceExt, Ext, ImpExt, RegsExt, RequestExt, ResponseExt, SupplyChain, UserExt } from './ext.ts';

/** The same value, read-only: the view of adapters and everything after fan-out. */
export type DeepReadonly<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

export interface BidRequest {
  id: string;
  imp: Imp[];
  site?: Site | undefined;
  app?: App | undefined;
  dooh?: DOOH | undefined;
  device?: Device | undefined;
  user?: User | undefined;
  test?: number | undefined;
  at?: number | undefined;
  tmax?: number | undefined;
  wseat?: string[] | undefined;
  bseat?: string[] | undefined;
  allimps?: number | undefined;
  cur?: string[] | undefined;
  wlang?: string[] | undefined;
  wlangb?: string[] | undefined;
  acat?: string[] | undefined;
  bcat?: string[] | undefined;
  cattax?: number | undefined;
  badv?: string[] | undefined;
  bapp?: string[] | undefined;
  source?: Source | undefined;
  regs?: Regs | undefined;
  ext?: RequestExt | undefined;
}

export interface Imp {
  id: string;
  metric?: Metric[] | undefined;
  banner?: Banner | undefined;
  video?: Video | undefined;
  audio?: Audio | undefined;
  native?: Native | undefined;
  pmp?: PMP | undefined;
  displaymanager?: string | undefined;
  displaymanagerver?: string | undefined;
  instl?: number | undefined;
  tagid?: string | undefined;
  bidfloor?: number | undefined;
  bidfloorcur?: string | undefined;
  clickbrowser?: number | undefined;
  secure?: number | undefined;
  iframebuster?: string[] | undefined;
  rwdd?: number | undefined;
  ssai?: number | undefined;
  exp?: number | undefined;
  qty?: Qty | undefined;
  dt?: number | undefined;
  refresh?: Refresh | undefined;
  ext?: ImpExt | undefined;
}

export interface Metric {
  type?: string | undefined;
  value?: number | undefined;
  vendor?: string | undefined;
  ext?: Ext | undefined;
}

export interface Banner {
  format?: Format[] | undefined;
  w?: number | undefined;
  h?: number | undefined;
  wmax?: number | undefined;
  hmax?: number | undefined;
  wmin?: number | undefined;
  hmin?: number | undefined;
  btype?: number[] | undefined;
  battr?: number[] | undefined;
  pos?: number | undefined;
  mimes?: string[] | undefined;
  topframe?: number | undefined;
  expdir?: number[] | undefined;
  api?: number[] | undefined;
  id?: string | undefined;
  vcm?: number | undefined;
  ext?: Ext | undefined;
}

export interface Format {
  w?: number | undefined;
  h?: number | undefined;
  wratio?: number | undefined;
  hratio?: number | undefined;
  wmin?: number | undefined;
  ext?: Ext | undefined;
}

export interface Video {
  mimes?: string[] | undefined;
  minduration?: number | undefined;
  maxduration?: number | undefined;
  startdelay?: number | undefined;
  maxseq?: number | undefined;
  poddur?: number | undefined;
  protocols?: number[] | undefined;
  protocol?: number | undefined;
  w?: number | undefined;
  h?: number | undefined;
  podid?: string | undefined;
  podseq?: number | undefined;
  rqddurs?: number[] | undefined;
  placement?: number | undefined;
  plcmt?: number | undefined;
  linearity?: number | undefined;
  skip?: number | undefined;
  skipmin?: number | undefined;
  skipafter?: number | undefined;
  sequence?: number | undefined;
  slotinpod?: number | undefined;
  mincpmpersec?: number | undefined;
  battr?: number[] | undefined;
  maxextended?: number | undefined;
  minbitrate?: number | undefined;
  maxbitrate?: number | undefined;
  boxingallowed?: number | undefined;
  playbackmethod?: number[] | undefined;
  playbackend?: number | undefined;
  delivery?: number[] | undefined;
  pos?: number | undefined;
  companionad?: Banner[] | undefined;
  api?: number[] | undefined;
  companiontype?: number[] | undefined;
  poddedupe?: number[] | undefined;
  durfloors?: DurFloors[] | undefined;
  ext?: Ext | undefined;
}

export interface Audio {
  mimes?: string[] | undefined;
  minduration?: number | undefined;
  maxduration?: number | undefined;
  poddur?: number | undefined;
  protocols?: number[] | undefined;
  startdelay?: number | undefined;
  rqddurs?: number[] | undefined;
  podid?: string | undefined;
  podseq?: number | undefined;
  sequence?: number | undefined;
  slotinpod?: number | undefined;
  mincpmpersec?: number | undefined;
  battr?: number[] | undefined;
  maxextended?: number | undefined;
  minbitrate?: number | undefined;
  maxbitrate?: number | undefined;
  delivery?: number[] | undefined;
  companionad?: Banner[] | undefined;
  api?: number[] | undefined;
  companiontype?: number[] | undefined;
  maxseq?: number | undefined;
  feed?: number | undefined;
  stitched?: number | undefined;
  nvol?: number | undefined;
  durfloors?: DurFloors[] | undefined;
  ext?: Ext | undefined;
}

export interface Native {
  request?: string | undefined;
  ver?: string | undefined;
  api?: number[] | undefined;
  battr?: number[] | undefined;
  ext?: Ext | undefined;
}

export interface PMP {
  private_auction?: number | undefined;
  deals?: Deal[] | undefined;
  ext?: Ext | undefined;
}

export interface Deal {
  id?: string | undefined;
  bidfloor?: number | undefined;
  bidfloorcur?: string | undefined;
  at?: number | undefined;
  wseat?: string[] | undefined;
  wadomain?: string[] | undefined;
  guar?: number | undefined;
  mincpmpersec?: number | undefined;
  durfloors?: DurFloors[] | undefined;
  ext?: Ext | undefined;
}

export interface DurFloors {
  mindur?: number | undefined;
  maxdur?: number | undefined;
  bidfloor?: number | undefined;
  ext?: Ext | undefined;
}

export interface Qty {
  multiplier?: number | undefined;
  sourcetype?: number | undefined;
  vendor?: string | undefined;
  ext?: Ext | undefined;
}

export interface Refresh {
  refsettings?: RefSettings[] | undefined;
  count?: number | undefined;
  ext?: Ext | undefined;
}

export interface RefSettings {
  reftype?: number | undefined;
  minint?: number | undefined;
  ext?: Ext | undefined;
}

export interface Site {
  id?: string | undefined;
  name?: string | undefined;
  domain?: string | undefined;
  cattax?: number | undefined;
  cat?: string[] | undefined;
  sectioncat?: string[] | undefined;
  pagecat?: string[] | undefined;
  page?: string | undefined;
  ref?: string | undefined;
  search?: string | undefined;
  mobile?: number | undefined;
  privacypolicy?: number | undefined;
  publisher?: Publisher | undefined;
  content?: Content | undefined;
  keywords?: string | undefined;
  kwarray?: string[] | undefined;
  inventorypartnerdomain?: string | undefined;
  ext?: Ext | undefined;
}

export interface App {
  id?: string | undefined;
  name?: string | undefined;
  bundle?: string | undefined;
  domain?: string | undefined;
  storeurl?: string | undefined;
  cattax?: number | undefined;
  cat?: string[] | undefined;
  sectioncat?: string[] | undefined;
  pagecat?: string[] | undefined;
  ver?: string | undefined;
  privacypolicy?: number | undefined;
  paid?: number | undefined;
  publisher?: Publisher | undefined;
  content?: Content | undefined;
  keywords?: string | undefined;
  kwarray?: string[] | undefined;
  inventorypartnerdomain?: string | undefined;
  ext?: Ext | undefined;
}

export interface DOOH {
  id?: string | undefined;
  name?: string | undefined;
  venuetype?: string[] | undefined;
  venuetypetax?: number | undefined;
  publisher?: Publisher | undefined;
  domain?: string | undefined;
  keywords?: string | undefined;
  content?: Content | undefined;
  ext?: Ext | undefined;
}

export interface Publisher {
  id?: string | undefined;
  name?: string | undefined;
  cattax?: number | undefined;
  cat?: string[] | undefined;
  domain?: string | undefined;
  ext?: Ext | undefined;
}

export interface Content {
  id?: string | undefined;
  episode?: number | undefined;
  title?: string | undefined;
  series?: string | undefined;
  season?: string | undefined;
  artist?: string | undefined;
  genre?: string | undefined;
  album?: string | undefined;
  isrc?: string | undefined;
  producer?: Producer | undefined;
  url?: string | undefined;
  cattax?: number | undefined;
  cat?: string[] | undefined;
  prodq?: number | undefined;
  videoquality?: number | undefined;
  context?: number | undefined;
  contentrating?: string | undefined;
  userrating?: string | undefined;
  qagmediarating?: number | undefined;
  keywords?: string | undefined;
  kwarray?: string[] | undefined;
  livestream?: number | undefined;
  sourcerelationship?: number | undefined;
  len?: number | undefined;
  language?: string | undefined;
  langb?: string | undefined;
  embeddable?: number | undefined;
  data?: Data[] | undefined;
  network?: Network | undefined;
  channel?: Channel | undefined;
  ext?: Ext | undefined;
}

export interface Producer {
  id?: string | undefined;
  name?: string | undefined;
  cattax?: number | undefined;
  cat?: string[] | undefined;
  domain?: string | undefined;
  ext?: Ext | undefined;
}

export interface Network {
  id?: string | undefined;
  name?: string | undefined;
  domain?: string | undefined;
  ext?: Ext | undefined;
}

export interface Channel {
  id?: string | undefined;
  name?: string | undefined;
  domain?: string | undefined;
  ext?: Ext | undefined;
}

export interface Device {
  geo?: Geo | undefined;
  dnt?: number | undefined;
  lmt?: number | undefined;
  ua?: string | undefined;
  sua?: UserAgent | undefined;
  ip?: string | undefined;
  ipv6?: string | undefined;
  devicetype?: number | undefined;
  make?: string | undefined;
  model?: string | undefined;
  os?: string | undefined;
  osv?: string | undefined;
  hwv?: string | undefined;
  h?: number | undefined;
  w?: number | undefined;
  ppi?: number | undefined;
  pxratio?: number | undefined;
  js?: number | undefined;
  geofetch?: number | undefined;
  flashver?: string | undefined;
  language?: string | undefined;
  langb?: string | undefined;
  carrier?: string | undefined;
  mccmnc?: string | undefined;
  connectiontype?: number | undefined;
  ifa?: string | undefined;
  didsha1?: string | undefined;
  didmd5?: string | undefined;
  dpidsha1?: string | undefined;
  dpidmd5?: string | undefined;
  macsha1?: string | undefined;
  macmd5?: string | undefined;
  ext?: DeviceExt | undefined;
}

export interface Geo {
  lat?: number | undefined;
  lon?: number | undefined;
  type?: number | undefined;
  accuracy?: number | undefined;
  lastfix?: number | undefined;
  ipservice?: number | undefined;
  country?: string | undefined;
  region?: string | undefined;
  regionfips104?: string | undefined;
  metro?: string | undefined;
  city?: string | undefined;
  zip?: string | undefined;
  utcoffset?: number | undefined;
  ext?: Ext | undefined;
}

export interface UserAgent {
  browsers?: BrandVersion[] | undefined;
  platform?: BrandVersion | undefined;
  mobile?: number | undefined;
  architecture?: string | undefined;
  bitness?: string | undefined;
  model?: string | undefined;
  source?: number | undefined;
  ext?: Ext | undefined;
}

export interface BrandVersion {
  brand?: string | undefined;
  version?: string[] | undefined;
  ext?: Ext | undefined;
}

export interface User {
  id?: string | undefined;
  buyeruid?: string | undefined;
  yob?: number | undefined;
  gender?: string | undefined;
  keywords?: string | undefined;
  kwarray?: string[] | undefined;
  customdata?: string | undefined;
  geo?: Geo | undefined;
  data?: Data[] | undefined;
  consent?: string | undefined;
  eids?: EID[] | undefined;
  ext?: UserExt | undefined;
}

export interface EID {
  /** The id itself, without `uids`: older than OpenRTB 2.6. */
  id?: unknown;
  inserter?: string | undefined;
  matcher?: string | undefined;
  mm?: number | undefined;
  source?: string | undefined;
  uids?: UID[] | undefined;
  ext?: Ext | undefined;
}

export interface UID {
  id?: string | undefined;
  atype?: number | undefined;
  ext?: Ext | undefined;
}

export interface Data {
  id?: string | undefined;
  name?: string | undefined;
  segment?: Segment[] | undefined;
  ext?: Ext | undefined;
}

export interface Segment {
  id?: string | undefined;
  name?: string | undefined;
  value?: string | undefined;
  ext?: Ext | undefined;
}

export interface Regs {
  coppa?: number | undefined;
  gdpr?: number | undefined;
  us_privacy?: string | undefined;
  gpp?: string | undefined;
  gpp_sid?: number[] | undefined;
  ext?: RegsExt | undefined;
}

export interface Source {
  fd?: number | undefined;
  tid?: string | undefined;
  pchain?: string | undefined;
  schain?: SupplyChain | undefined;
  ext?: Ext | undefined;
}

export interface BidResponse {
  id: string;
  seatbid?: SeatBid[] | undefined;
  bidid?: string | undefined;
  cur?: string | undefined;
  customdata?: string | undefined;
  nbr?: number | undefined;
  ext?: ResponseExt | undefined;
}

export interface SeatBid {
  bid: Bid[];
  seat?: string | undefined;
  group?: number | undefined;
  ext?: Ext | undefined;
}

export interface Bid {
  id: string;
  impid: string;
  price: number;
  nurl?: string | undefined;
  burl?: string | undefined;
  lurl?: string | undefined;
  adm?: string | undefined;
  adid?: string | undefined;
  adomain?: string[] | undefined;
  bundle?: string | undefined;
  iurl?: string | undefined;
  cid?: string | undefined;
  crid?: string | undefined;
  tactic?: string | undefined;
  cattax?: number | undefined;
  cat?: string[] | undefined;
  attr?: number[] | undefined;
  apis?: number[] | undefined;
  api?: number | undefined;
  protocol?: number | undefined;
  qagmediarating?: number | undefined;
  language?: string | undefined;
  langb?: string | undefined;
  dealid?: string | undefined;
  w?: number | undefined;
  h?: number | undefined;
  wratio?: number | undefined;
  hratio?: number | undefined;
  exp?: number | undefined;
  dur?: number | undefined;
  mtype?: number | undefined;
  slotinpod?: number | undefined;
  ext?: BidExt | undefined;
}
