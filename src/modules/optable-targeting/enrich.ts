/** Merges the service's ids and data into a request. */
import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest, Data, EID } from '#src/openrtb/ortb.ts';
import { acceptedItems } from '../vendor-response.ts';
import type { OptableSettings } from './settings.ts';

const INSERTER = 'optable.co';
const OWN_FIELDS = ['email', 'phone', 'zip', 'vid'];

type EidRules = Pick<OptableSettings, 'optable-inserter-eids-merge' | 'optable-inserter-eids-replace' | 'optable-inserter-eids-ignore'>;

/** Removes the publisher's ids for this vendor: no bidder receives them. */
export function removeOwnIds(request: BidRequest): void {
  const { user } = request;
  const own = user?.ext?.['optable'];
  if (!user?.ext || !isObject(own)) return;
  const rest = Object.fromEntries(Object.entries(own).filter(([field]) => !OWN_FIELDS.includes(field)));
  if (Object.keys(rest).length > 0) user.ext['optable'] = rest;
  else delete user.ext['optable'];
}

function byId<T extends { id?: string | undefined }>(given: readonly T[] | undefined, added: readonly T[] | undefined): T[] {
  const ids = new Set(given?.map(({ id }) => id));
  return [...(given ?? []), ...(added ?? []).filter(({ id }) => !ids.has(id))];
}

const isSame = (a: EID, b: EID): boolean => (a.inserter ?? '') === (b.inserter ?? '') && a.source === b.source;

function resolved(given: EID, received: EID | undefined, rules: EidRules): EID {
  if (!received || given.inserter !== INSERTER) return given;
  const source = given.source ?? '';
  if (rules['optable-inserter-eids-replace'].includes(source)) return received;
  if (rules['optable-inserter-eids-merge'].includes(source)) return { ...given, uids: byId(given.uids, received.uids) };
  return given;
}

/** The request's eids resolved against the service's, then new ones; eids of ignored sources are removed. */
function mergeEids(given: readonly EID[], received: readonly EID[], rules: EidRules): EID[] {
  const merged = given.map((eid) =>
    resolved(
      eid,
      received.find((other) => isSame(eid, other)),
      rules,
    ),
  );
  const added = received.filter((eid) => !given.some((other) => isSame(eid, other)));
  const ignored = rules['optable-inserter-eids-ignore'];
  return [...merged, ...added].filter(({ inserter, source }) => inserter !== INSERTER || !ignored.includes(source ?? ''));
}

function mergeData(given: readonly Data[], received: readonly Data[]): Data[] {
  const merged = given.map((data) => {
    const other = data.id === undefined ? undefined : received.find(({ id }) => id === data.id);
    return other ? { ...data, segment: byId(data.segment, other.segment) } : data;
  });
  return [...merged, ...received.filter(({ id }) => id === undefined || !given.some((data) => data.id === id))];
}

/** Merges `ortb2.user` of a response into the request in place, and removes the publisher's ids for this vendor. */
export function enrichRequest(request: BidRequest, response: Ext, rules: EidRules): void {
  removeOwnIds(request);
  const ortb2 = response['ortb2'];
  const user = isObject(ortb2) && isObject(ortb2['user']) ? ortb2['user'] : {};
  const eids = mergeEids(request.user?.eids ?? [], acceptedItems<EID>(user['eids'], 'eids'), rules);
  const data = mergeData(request.user?.data ?? [], acceptedItems<Data>(user['data'], 'data'));
  if (eids.length === 0 && data.length === 0 && !request.user) return;
  request.user ??= {};
  if (eids.length > 0) request.user.eids = eids;
  else delete request.user.eids;
  if (data.length > 0) request.user.data = data;
}
