/** The user's ids by the vendor's prefixes. */
import { isObject } from '#src/json/merge.ts';
import { string } from '#src/json/values.ts';
import type { BidRequest, Device } from '#src/openrtb/ortb.ts';
import type { OptableSettings } from './settings.ts';

/** Fields of `user.ext.optable` and their prefixes. */
const OWN = { email: 'e', phone: 'p', zip: 'z', vid: 'v' } as const;
/** Words of operating systems and the prefixes of their device ids. */
const SYSTEMS = { ios: 'a', android: 'g', roku: 'r', tizen: 's', fire: 'f' } as const;
const SOURCES: { readonly [source: string]: string } = { 'id5-sync.com': 'id5', 'utiq.com': 'utiq', 'netid.de': 'n' };

function ownIds(request: BidRequest): [string, string][] {
  const own = request.user?.ext?.['optable'];
  return isObject(own) ? Object.entries(OWN).map(([field, prefix]) => [prefix, string(own[field])]) : [];
}

function deviceIds({ ifa, os = '', lmt }: Device): [string, string][] {
  if (lmt === 1 || !ifa) return [];
  const system = os.toLowerCase();
  return Object.entries(SYSTEMS).flatMap(([word, prefix]): [string, string][] => (system.includes(word) ? [[prefix, ifa]] : []));
}

function sourceIds(request: BidRequest, { 'ppid-mapping': mapping }: Pick<OptableSettings, 'ppid-mapping'>): [string, string][] {
  return (request.user?.eids ?? []).flatMap(({ source = '', uids }): [string, string][] => {
    const id = string(uids?.[0]?.id);
    const prefixes = [SOURCES, mapping ?? {}].flatMap((table) => (Object.hasOwn(table, source) ? [table[source] ?? ''] : []));
    return prefixes.map((prefix) => [prefix, id]);
  });
}

/** Ids by prefix; of several with the same prefix the last. */
export function optableIds(request: BidRequest, settings: Pick<OptableSettings, 'ppid-mapping'>): Map<string, string> {
  const found = [...ownIds(request), ...(request.device ? deviceIds(request.device) : []), ...sourceIds(request, settings)];
  return new Map(found.filter(([prefix, id]) => prefix !== '' && id !== ''));
}
