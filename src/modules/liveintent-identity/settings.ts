/** The host's settings of the module. */
import { z } from 'zod';
import type { Ext } from '#src/openrtb/ext.ts';
import { firstIssue, kebabNames, numeric } from '../account-settings.ts';

const schema = z.object({
  /** ms */
  'request-timeout-ms': numeric(z.int().positive()),
  'identity-resolution-endpoint': z.url({ protocol: /^https?$/ }),
  'auth-token': z.string(),
  /** Share of auctions that are enriched, 0 to 1. */
  'treatment-rate': numeric(z.number().min(0).max(1)),
  'target-bidders': z
    .array(z.string())
    .nullish()
    .transform((list) => list ?? []),
});

export type IdentitySettings = z.infer<typeof schema>;

/** @throws Error naming the invalid field */
export function identitySettings(settings: Ext): IdentitySettings {
  const { data, error } = schema.safeParse(kebabNames(settings));
  if (error) throw new Error(firstIssue(error));
  return data;
}
