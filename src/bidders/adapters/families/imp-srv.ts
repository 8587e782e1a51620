/** `srv` for partners that take only some of its fields. */
import type { ImpSrv } from '#src/openrtb/ext.ts';

const FIELDS: ReadonlySet<string> = new Set([
  'storedrequest',
  'storedauctionresponse',
  'storedbidresponse',
  'is_rewarded_inventory',
  'bidder',
  'options',
  'adunitcode',
  'passthrough',
  'floors',
  'imp',
]);

/** The object with the fields of `imp.ext.srv` only. */
export const knownSrv = (srv: object): ImpSrv => Object.fromEntries(Object.entries(srv).filter(([name]) => FIELDS.has(name)));
