import { fillCookieDeprecation } from '#src/auction/validate/cookie-deprecation.ts';
import { type AccountInput, accountSchema } from '#src/config/account.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
import { anAuction, incoming } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';
import type { Row } from '../suites/tables.ts';

interface Input {
  readonly header: string | null;
  readonly request: BidRequest;
  readonly account: AccountInput | null;
}

const services = testServices();

export function run(row: Row): Record<string, unknown> {
  const { header, request, account } = row.in as unknown as Input;
  const auction = anAuction(services, request, {
    account: accountSchema.parse(account ?? {}),
    incoming: incoming({ headers: header === null ? {} : { 'sec-cookie-deprecation': header } }),
  });
  fillCookieDeprecation(auction, row.variant ?? 'go');
  const [warning] = [...auction.findings.warnings.values()].flat();
  return { deviceExt: request.device?.ext, error: auction.refusal?.messages[0] ?? warning?.message };
}
