/** Topic `gdpr-settings`: the account's TCF settings over the host's. */
import { isSwitchedOn } from '#src/auction/account-switch.ts';
import { tcfSettings } from '#src/auction/privacy/tcf-settings.ts';
import { accountSchema } from '#src/config/account.ts';
import { hostSchema } from '#src/config/schema.ts';
import type { Row } from '../suites/tables.ts';

type ByPurpose = { [purpose: string]: unknown };
type In = { op: string; host?: unknown; account?: unknown; purpose?: number; bidder?: string };

const toPurposes = (values: unknown, field: string) =>
  Object.fromEntries(
    Object.entries((values ?? {}) as ByPurpose).map(([number, value]) => [`purpose${number}`, { [field]: value ?? undefined }]),
  );

const FIELDS: { readonly [op: string]: string } = {
  'purpose-enforced': 'enforce_purpose',
  'purpose-algo': 'enforce_algo',
  'purpose-vendors': 'enforce_vendors',
  'purpose-exceptions': 'vendor_exceptions',
};

/** Host and account settings of the row; null is unset. */
function settingsOf({ op, host, account }: In) {
  const field = FIELDS[op];
  const set = (value: unknown, wrap: (value: unknown) => object): object => (value === null || value === undefined ? {} : wrap(value));
  const place = (value: unknown): object => {
    if (field) return toPurposes(value, field);
    switch (op) {
      case 'feature1-enforced':
        return set(value, (enforce) => ({ special_feature1: { enforce } }));
      case 'feature1-exception':
        return set(value, (bidders) => ({ special_feature1: { vendor_exceptions: bidders } }));
      case 'purpose1-treatment-enabled':
        return set(value, (enabled) => ({ purpose_one_treatment: { enabled } }));
      case 'purpose1-treatment-access':
        return set(value, (access) => ({ purpose_one_treatment: { access_allowed: access } }));
      case 'basic-vendors':
        return set(value, (bidders) => ({ basic_enforcement_vendors: bidders }));
      default:
        return {};
    }
  };
  const config = hostSchema.parse({ gdpr: { tcf2: place(host) } });
  return tcfSettings(config, accountSchema.parse({ gdpr: place(account) }).gdpr);
}

export function run({ in: row }: Row): Record<string, unknown> {
  const input = row as In;
  if (input.op === 'integration') {
    const account = typeof input.account === 'boolean' ? { web: input.account } : {};
    return { enabled: isSwitchedOn({ channel_enabled: account }, 'web', input.host === true) };
  }
  const settings = settingsOf(input);
  const purpose = settings.purposes[input.purpose ?? 1];
  switch (input.op) {
    case 'purpose-enforced':
      return { enforced: purpose?.enforcePurpose };
    case 'purpose-vendors':
      return { enforced: purpose?.enforceVendors };
    case 'purpose-algo':
      return { algo: purpose?.algo };
    case 'purpose-exceptions':
      return { bidders: [...(purpose?.exceptions ?? [])] };
    case 'feature1-enforced':
      return { enforced: settings.feature1.enforce };
    case 'feature1-exception':
      return { exception: settings.feature1.exceptions.has(input.bidder ?? '') };
    case 'purpose1-treatment-enabled':
      return { enabled: settings.treatment.enabled };
    case 'purpose1-treatment-access':
      return { allowed: settings.treatment.accessAllowed };
    case 'basic-vendors':
      return { bidders: [...settings.basicVendors] };
    default:
      return {};
  }
}
