/** Adds the eids of the identity service to a request, with permissions for the target bidders. */
import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest, EID } from '#src/openrtb/ortb.ts';
import { acceptedItems } from '../vendor-response.ts';

const INSERTER = 's2s.liveintent.com';

/** The eids of a response, marked with their inserter; malformed ones are dropped. */
export function eidsOf({ eids }: Ext): EID[] {
  const accepted = acceptedItems<EID>(eids, 'eids').filter(({ source }) => typeof source === 'string');
  return accepted.map((eid) => ({ ...eid, inserter: INSERTER }));
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Appends `eids` to the request in place; nothing is merged. */
export function addEids(request: BidRequest, eids: readonly EID[], targets: readonly string[]): void {
  if (eids.length === 0) return;
  request.user = { ...request.user, eids: [...(request.user?.eids ?? []), ...eids] };
  if (targets.length === 0) return;
  const matcher = eids.map((eid) => textOf((eid as Ext)['matcher'])).find((found) => found !== undefined);
  const srv: Ext = { ...request.ext?.srv };
  const data: Ext = isObject(srv['data']) ? { ...srv['data'] } : {};
  const given: unknown[] = Array.isArray(data['eidpermissions']) ? data['eidpermissions'] : [];
  const own = { inserter: INSERTER, ...(matcher === undefined ? {} : { matcher }), bidders: [...targets] };
  data['eidpermissions'] = [...given.flatMap((permission) => narrowed(permission, matcher, targets)), own];
  request.ext = { ...request.ext, srv: { ...srv, data } };
}

/** An existing permission for the same ids, reduced to the targets; none if no target is left. Others are unchanged. */
function narrowed(permission: unknown, matcher: string | undefined, targets: readonly string[]): unknown[] {
  if (!isObject(permission) || permission['inserter'] !== INSERTER || textOf(permission['matcher']) !== matcher) return [permission];
  const bidders = Array.isArray(permission['bidders']) ? permission['bidders'] : [];
  const isForAll = bidders.length === 0 || bidders.includes('*');
  const left = isForAll ? [...targets] : bidders.filter((bidder) => targets.includes(bidder));
  return left.length === 0 ? [] : [{ ...permission, bidders: left }];
}
