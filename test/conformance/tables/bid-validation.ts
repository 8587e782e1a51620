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
  host?: { banner_creative_max_size: 'skip'; secure_markup: 'skip' };
  account?: { banner_creative_max_size?: 'skip' };
  requestCurrencies?: string[];
  responseCurrency?: string;
};

function checks({ host, account, max }: In) {
  const { validations } = hostSchema.parse({ validations: { ...host, max_creative_width: max?.w ?? 0, max_creative_height: max?.h ?? 0 } });
  return checksOf(validations, accountSchema.parse({ validations: account ?? {} }).validations, dialects.go.bids.creatives);
}

export function run(row: Row): Record<string, unknown> {
  const input = row.in as In;
  if (input.op === 'creative-size')
    return { valid: fitsSize(input.bid ?? {}, maxSize(checks(input), undefined), dialects.go.bids.creatives) };
  if (input.op === 'secure') return { valid: dialects.go.bids.creatives.isSecure(input.bid?.adm ?? '') };
  if (input.op === 'currency') return { valid: currencyRejection(input.responseCurrency, input.requestCurrencies) === undefined };
  const { bannerSize, secureMarkup } = checks(input);
  return { effective: { banner_creative_max_size: bannerSize, secure_markup: secureMarkup } };
}
