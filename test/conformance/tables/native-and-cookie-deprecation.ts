import { checkCookieLabel, fillCookieLabelLikeJava } from '#src/auction/validate/cookie-deprecation.ts';
import { Verdict } from '#src/auction/validate/verdict.ts';
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
  const verdict = new Verdict();
  const fault = row.variant === 'java' ? void fillCookieLabelLikeJava(auction) : checkCookieLabel(auction, services, verdict);
  const [warning] = [...auction.findings.warnings.values()].flat();
  return { deviceExt: request.device?.ext, error: fault ?? verdict.texts[0] ?? auction.refusal?.messages[0] ?? warning?.message };
}
