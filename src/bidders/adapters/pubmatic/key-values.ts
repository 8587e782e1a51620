/** `imp.ext` as the server wants it: keywords and first-party data as key-values, beside a few fields that pass. */
import type { Ext, ImpExt } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { DeepReadonly } from '#src/wire/ortb.ts';
import { number, string } from '../../kit/decode.ts';
import { filled } from '../../kit/objects.ts';
import type { Params } from './imp.ts';

/** Fields of `imp.ext.data` that name the ad slot; all others are key-values. */
const SLOT_MEMBERS: readonly string[] = ['adserver', 'pbadslot'];

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

/** `a=1|b=x,y` of what can be written so. */
function keyValues(data: Ext): string {
  const pairs: string[] = [];
  for (const [key, value] of Object.entries(data)) {
    const written = SLOT_MEMBERS.includes(key) ? undefined : toText(value);
    if (written !== undefined) pairs.push(`${key.trim()}=${written}`);
  }
  return pairs.join('|');
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const isTexts = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
  return isTexts ? value.map((one: string) => one.trim()).join(',') : undefined;
}
