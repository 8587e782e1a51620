/** Global Privacy Control: the `Sec-GPC` header into `regs.ext.gpc` (auction-request.md 7.3). */
import type { Incoming } from '#src/auction/auction.ts';
import { isObject } from '#src/wire/merge.ts';
import type { BidRequest } from '#src/wire/ortb.ts';

/** Sets `regs.ext.gpc` to `"1"` where the header says so and the request nothing; a number in the request becomes a text. */
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
