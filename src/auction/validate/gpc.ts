/** Global Privacy Control: copies the `Sec-GPC` header into `regs.ext.gpc`. */

import { isObject } from '#src/json/merge.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { Incoming } from '../auction.ts';

/** Sets `regs.ext.gpc` to `"1"` if the header says so and the request has no value; a number in the request becomes a string. */
export function fillGpc(request: BidRequest, headers: Incoming['headers']): void {
  const given = isObject(request.regs?.ext) ? request.regs.ext.gpc : undefined;
  if (typeof given === 'number' && request.regs) request.regs.ext = { ...request.regs.ext, gpc: String(given) };
  const header = headers['sec-gpc'];
  if (!header || (header !== '1' && header.trim() !== '1' && header.trim() !== '"1"')) return;
  if (given !== undefined && given !== null) return;
  request.regs ??= {};
  const { ext } = request.regs;
  if (ext === undefined || ext === null || isObject(ext)) request.regs.ext = { ...ext, gpc: '1' };
}
