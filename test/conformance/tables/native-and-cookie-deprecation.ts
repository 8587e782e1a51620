import { checkCookieLabel, fillJavaCookieLabel } from '#src/auction/validate/cookie-deprecation.ts';
import { ValidationResult } from '#src/auction/validate/validation-result.ts';
import { type AccountInput, accountSchema } from '#src/config/account.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { anAuction, incoming } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';
import type { Row } from '../suites/tables.ts';

interface Input {
  readonly header: string | null;
  readonly request: BidRequest | null;
  readonly account: AccountInput | null;
}

const services = testServices();

export function run(row: Row): Record<string, unknown> {
  const { header, account, ...given } = row.in as unknown as Input;
  const request = given.request ?? { id: '', imp: [] };
  const auction = anAuction(services, request, {
    account: accountSchema.parse(account ?? {}),
    incoming: incoming({ headers: header === null ? {} : { 'sec-cookie-deprecation': header } }),
  });
  const result = new ValidationResult();
  const error = row.variant === 'java' ? void fillJavaCookieLabel(auction) : checkCookieLabel(auction, services, result);
  const [warning] = [...auction.diagnostics.warnings.values()].flat();
  return { deviceExt: request.device?.ext, error: error ?? result.messages[0] ?? auction.rejection?.messages[0] ?? warning?.message };
}
