/** The families that the settings leave enabled. */
import type { HostConfig } from '#src/config/schema.ts';
import type { FamilySnapshot } from '#src/platform/metrics-format.ts';

/** Families disabled by each switch; the others are checked where they are counted. */
const LEFT_OUT = {
  adapter_buyeruid_scrubbed: 'adapter_buyeruids_scrubbed',
  adapter_gdpr_request_blocked: 'adapter_gdpr_requests_blocked',
} as const;

type Select = (families: readonly FamilySnapshot[]) => FamilySnapshot[];

/** Selects the families that may be exposed or exported. */
export function enabledFamilies({ disabled_metrics }: Pick<HostConfig['metrics'], 'disabled_metrics'>): Select {
  const switches = Object.entries(LEFT_OUT) as [keyof typeof LEFT_OUT, string][];
  const hidden = new Set(switches.filter(([name]) => disabled_metrics[name]).map(([, family]) => family));
  return (families) => families.filter(({ name }) => !hidden.has(name));
}
