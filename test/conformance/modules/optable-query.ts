import { optableQuery } from '#src/modules/optable-targeting/query.ts';
import { optableSettings } from '#src/modules/optable-targeting/settings.ts';
import type { ModuleRow } from '../suites/modules.ts';

export function run({ config, input }: ModuleRow): unknown {
  const { ids, ips, gpp, gppSid, consent = input.gdprConsent } = input;
  const context = { addresses: ips ?? [], consent, gdprApplies: input.gdprApplies === true || input.gdpr === 1, gpp, gppSid };
  return { query: optableQuery(ids ?? [], context, optableSettings(config ?? {}, {})) };
}
