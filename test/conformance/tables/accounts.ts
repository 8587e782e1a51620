/** Topic `accounts`: account lookup and its rejections. */
import { accountRejection, idRejection } from '#src/auction/validate/account.ts';
import { hostSchema } from '#src/config/schema.ts';
import { createAccounts } from '#src/stores/accounts.ts';
import { createMemoryStore } from '#src/stores/memory.ts';
import { dialects } from '#test/helpers/dialects.ts';
import type { Row } from '../suites/tables.ts';

const KINDS: Readonly<Record<string, string>> = {
  accountRequired: 'AcctRequired',
  accountDisabled: 'AccountDisabled',
  accountMalformed: 'MalformedAcct',
};

export async function run({ in: given }: Row, shared: Record<string, unknown>): Promise<Record<string, unknown>> {
  const config = hostSchema.parse({
    account_required: given['required'] === true,
    account_defaults: { disabled: given['disabledByDefault'] === true },
  });
  const accounts = createAccounts(
    [createMemoryStore({ account: shared['accounts'] as Record<string, string> })],
    config.account_defaults,
    false,
  );
  const id = String(given['id'] ?? '');
  const found = await accounts.find(id, 50);
  const rejection = idRejection(id, config, dialects.go.account) ?? accountRejection(id, found, config, dialects.go.account);
  if (rejection || found.kind === 'malformed') return { error: KINDS[rejection?.kind ?? ''] };
  const { dsa, ipv4, ipv6 } = found.account.privacy;
  return { error: null, dsa: dsa.default, defaultIpBits: ipv6.anon_keep_bits === 56 && ipv4.anon_keep_bits === 24 };
}
