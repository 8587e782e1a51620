/** The account's default for `regs.ext.dsa` (auction-exchange.md 7.6). */
import type { Account } from '#src/config/account.ts';
import type { Ext } from '#src/wire/ext.ts';
import type { BidRequest } from '#src/wire/ortb.ts';

export type DsaSettings = Account['privacy']['dsa'];

const parsed = new WeakMap<DsaSettings, { readonly dsa: Ext | undefined }>();

/** The default object; stored accounts may hold it as JSON text. Read once an account. */
function defaultOf(settings: DsaSettings): Ext | undefined {
  let known = parsed.get(settings);
  if (!known) {
    known = { dsa: typeof settings.default === 'string' ? parse(settings.default) : settings.default };
    parsed.set(settings, known);
  }
  return known.dsa;
}

function parse(text: string): Ext | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Ext) : undefined;
  } catch {
    return undefined; // the account look-up refuses such accounts
  }
}

/** Writes the account's object where the request has none; with `gdpr_only` only where GDPR applies. */
export function defaultDsa(request: BidRequest, settings: DsaSettings, gdprApplies: boolean): void {
  const dsa = request.regs?.ext?.dsa ? undefined : defaultOf(settings);
  if (!dsa || (settings.gdpr_only && !gdprApplies)) return;
  request.regs = { ...request.regs, ext: { ...request.regs?.ext, dsa } };
}
