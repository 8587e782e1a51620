/** The account's default for `regs.ext.dsa`. */

import type { Account } from '#src/config/account.ts';
import { memoByObject } from '#src/lang/memo.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';

export type DsaSettings = Account['privacy']['dsa'];

/** The default object; stored accounts may hold it as a JSON string. Parsed once per account. */
const defaultOf = memoByObject((settings: DsaSettings): Ext | undefined =>
  typeof settings.default === 'string' ? parse(settings.default) : settings.default,
);

function parse(json: string): Ext | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Ext) : undefined;
  } catch {
    return undefined; // the account lookup rejects such accounts
  }
}

/** Writes the account's object if the request has none; with `gdpr_only` only if the GDPR applies. */
export function defaultDsa(request: BidRequest, settings: DsaSettings, gdprApplies: boolean): void {
  const dsa = request.regs?.ext?.dsa ? undefined : defaultOf(settings);
  if (!dsa || (settings.gdpr_only && !gdprApplies)) return;
  request.regs = { ...request.regs, ext: { ...request.regs?.ext, dsa } };
}
