/** Digest authorization of a call. */
import { createHmac } from 'node:crypto';
import type { Params } from './params.ts';

const REALM = 'ppsadx/getResult';
/** Nonce of test calls. */
export const TEST_NONCE = '1629473330823';

/** The `Authorization` header; spaces around params do not count. */
export function authorizationOf({ publisherid = '', signkey = '', keyid = '' }: Params, nonce: string): string {
  const publisher = publisherid.trim();
  const key = `${publisher}:${REALM}:${signkey.trim()}`;
  const response = createHmac('sha256', key).update(`${nonce}:POST:/${REALM}`).digest('hex');
  const user = `username=${publisher},realm=${REALM},nonce=${nonce},response=${response}`;
  return `Digest ${user},algorithm=HmacSHA256,usertype=1,keyid=${keyid.trim()}`;
}
