/** Targeting: the request's first-party data as lists of strings by key. For equal keys the later source wins. */

import { isObject } from '#src/json/merge.ts';
import { list, object, string } from '#src/json/values.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest, Data, DeepReadonly } from '#src/openrtb/ortb.ts';
import type { Builder, SharedRequest } from '../../bidder.ts';
import type { ImpWithParams } from '../../kit/spec.ts';
import type { Params } from './params.ts';

/** Taxonomies of `user.data` and `site.content.data` whose segments the exchange supports. */
const AUDIENCE: readonly unknown[] = [4];
const CONTENT: readonly unknown[] = [1, 2, 5, 6];

export function impTarget({ params, ext }: ImpWithParams<Params>, { site, app }: SharedRequest, { xapi, server, env }: Builder): Ext {
  const { keywords = [], inventory } = params;
  return {
    ...object(object(ext['rp'])['target']),
    ...folded(inventory),
    ...folded(object((site ?? app)?.ext)['data']),
    ...(site?.page && { page: [site.page] }),
    ...folded(ext.data),
    ...adSlot(object(ext.data)),
    ...(keywords.length > 0 && { keywords }),
    pbs_login: xapi.username,
    pbs_version: env.version,
    pbs_url: server.externalUrl,
  };
}

export function userTarget(user: DeepReadonly<NonNullable<BidRequest['user']>>, visitor: unknown): Ext {
  const ext = object(user.ext);
  return { ...object(object(ext['rp'])['target']), ...folded(visitor), ...folded(ext['data']), ...segments(user.data, AUDIENCE) };
}

/** Undefined if the content has no subject. */
export const contentTarget = (data: DeepReadonly<Data[]> | undefined): Ext | undefined => segments(data, CONTENT);

/** Ids of the segments of these taxonomies. */
function segments(data: DeepReadonly<Data[]> | undefined, taxonomies: readonly unknown[]): { iab: readonly string[] } | undefined {
  const known = list(data).filter((one): one is Data => isObject(one) && taxonomies.includes(object(one['ext'])['segtax']));
  const iab = known.flatMap(({ segment = [] }) => segment.map(({ id = '' }) => id));
  return iab.length > 0 ? { iab } : undefined;
}

/** The publisher's name of the item, else the ad server's. */
function adSlot({ pbadslot, adserver }: Ext): Ext {
  if (string(pbadslot) !== '') return { pbadslot };
  const { name, adslot } = object(adserver);
  return name === 'gam' && string(adslot) !== '' ? { dfp_ad_unit_code: adslot } : {};
}

/** Fields that can be written as strings; others are omitted. */
function folded(source: unknown): Ext {
  const entries: [string, readonly unknown[]][] = [];
  for (const [key, value] of Object.entries(object(source))) {
    const values = toStrings(value);
    if (values) entries.push([key, values]);
  }
  return Object.fromEntries(entries);
}

function toStrings(value: unknown): readonly unknown[] | undefined {
  if (typeof value === 'string') return [value];
  if (typeof value === 'boolean' || Number.isInteger(value)) return [String(value)];
  if (!Array.isArray(value)) return undefined;
  if (value.every((one) => typeof one === 'string')) return value;
  return value.every((one) => typeof one === 'boolean') ? value.map(String) : undefined;
}
