/** Topic `bid-validation`: creative size, secure markup, modes in force, currency of a seat. */
import { currencyRejection } from '#src/auction/adjust/bid-checks.ts';
import { checksOf, fitsSize, maxSize } from '#src/auction/adjust/creative-checks.ts';
import { accountSchema } from '#src/config/account.ts';
import { hostSchema } from '#src/config/schema.ts';
import { dialects } from '#test/helpers/dialects.ts';
import type { Row } from '../suites/tables.ts';

type In = {
  op: string;
  max?: { w?: number | null; h?: number | null } | null;
  bid?: { w?: number; h?: number; adm?: string } | null;
  host?: Modes | null;
  account?: Modes | null;
  requestCurrencies?: string[] | null;
  responseCurrency?: string | null;
};
type Modes = { banner_creative_max_size?: 'skip' | '' | null; secure_markup?: 'skip' | '' | null };

/** The modes that are set. */
const setModes = (modes: Modes | null | undefined): { [name: string]: 'skip' } =>
  Object.fromEntries(Object.entries(modes ?? {}).flatMap(([name, mode]) => (mode ? [[name, mode]] : [])));

function checks({ host, account, max }: In) {
  const { validations } = hostSchema.parse({
    validations: { ...setModes(host), max_creative_width: max?.w ?? 0, max_creative_height: max?.h ?? 0 },
  });
  return checksOf(validations, accountSchema.parse({ validations: setModes(account) }).validations, dialects.go.bids.creatives);
}

export function run(row: Row): Record<string, unknown> {
  const input = row.in as In;
  if (input.op === 'creative-size')
    return { valid: fitsSize(input.bid ?? {}, maxSize(checks(input), undefined), dialects.go.bids.creatives) };
  if (input.op === 'secure') return { valid: dialects.go.bids.creatives.isSecure(input.bid?.adm ?? '') };
  if (input.op === 'currency')
    return { valid: currencyRejection(input.responseCurrency ?? undefined, input.requestCurrencies ?? undefined) === undefined };
  const { bannerSize, secureMarkup } = checks(input);
  return { effective: { banner_creative_max_size: bannerSize, secure_markup: secureMarkup } };
}
