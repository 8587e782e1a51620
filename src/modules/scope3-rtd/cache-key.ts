/** Key of stored signals: page, app and user, as a SHA-256 so that no id is stored. */
import { createHash } from 'node:crypto';
import { isObject } from '#src/json/merge.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The user's ids in `user.ext`; without any the hashed `user.id`. */
function userKey({ user }: BidRequest): unknown[] {
  const ext = user?.ext ?? {};
  const eids: unknown[] = Array.isArray(ext['eids']) ? ext['eids'] : [];
  const ramp = eids.find(
    (eid) => isObject(eid) && eid['source'] === 'liveramp.com' && Array.isArray(eid['uids']) && eid['uids'].length > 0,
  );
  const uid: unknown = isObject(ramp) && Array.isArray(ramp['uids']) && isObject(ramp['uids'][0]) ? ramp['uids'][0]['id'] : undefined;
  const ids = [uid, ext['rampid'], ext['liveramp_idl']].map((id) => (typeof id === 'string' && id !== '' ? id : null));
  if (ids.some((id) => id !== null)) return ids;
  return user?.id ? ['user', sha256(user.id)] : [];
}

/** The key of a request, in hexadecimal. */
export const cacheKey = (request: BidRequest): string =>
  sha256(JSON.stringify([request.site?.domain ?? '', request.site?.page ?? '', request.app?.bundle ?? '', userKey(request)]));
