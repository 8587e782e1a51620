/** `imp.ext` for the server: keywords and first-party data as key-values, plus a few fields passed through. */

import { isObject } from '#src/json/merge.ts';
import { number, string } from '#src/json/values.ts';
import type { Ext, ImpExt } from '#src/openrtb/ext.ts';
import type { DeepReadonly } from '#src/openrtb/ortb.ts';
import { filled } from '../../kit/objects.ts';
import type { Params } from './params.ts';

/** Fields of `imp.ext.data` with the ad slot; all others are key-values. */
const SLOT_FIELDS: readonly string[] = ['adserver', 'pbadslot'];

export function toOwnExt({ keywords = [], dctr, pmzoneid }: Params, { data, ae, gpid, skadn }: DeepReadonly<ImpExt>): ImpExt | undefined {
  const own = {
    ...Object.fromEntries(keywords.flatMap(({ key = '', value = [] }) => (value.length > 0 ? [[toKey(key), value.join(',')]] : []))),
    ...filled({
      pmZoneId: pmzoneid,
      key_val: [dctr, isObject(data) ? keyValues(data) : undefined].filter(Boolean).join('|'),
      dfp_ad_unit_code: isObject(data) ? adUnitCode(data) : undefined,
      ae: number(ae),
      gpid: string(gpid),
      skadn,
    }),
  };
  return Object.keys(own).length > 0 ? own : undefined;
}

const toKey = (key: string): string => (key === 'pmZoneID' ? 'pmZoneId' : key);

/** The ad server's name of the item, else the publisher's. */
function adUnitCode({ adserver, pbadslot }: Ext): string {
  const isNamed = isObject(adserver) && adserver['name'] === 'gam';
  return (isNamed && string(adserver['adslot'])) || string(pbadslot);
}

/** `a=1|b=x,y` of the values this format can represent. */
function keyValues(data: Ext): string {
  const pairs: string[] = [];
  for (const [key, value] of Object.entries(data)) {
    const written = SLOT_FIELDS.includes(key) ? undefined : toStringValue(value);
    if (written !== undefined) pairs.push(`${key.trim()}=${written}`);
  }
  return pairs.join('|');
}

function toStringValue(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const isStrings = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
  return isStrings ? value.map((one: string) => one.trim()).join(',') : undefined;
}
