/** The host's settings of the module; 0 and empty count as not set. */
import { z } from 'zod';
import type { Ext } from '#src/openrtb/ext.ts';
import { firstIssue, numeric, snakeNames, switched } from '../account-settings.ts';

const flag = switched(z.boolean().default(false));
const positive = (fallback: number) =>
  numeric(
    z
      .int()
      .nonnegative()
      .default(0)
      .transform((value) => value || fallback),
  );

const masking = z.object({
  enabled: flag,
  user: z.object({ preserve_eids: z.array(z.string()).nullable().default(null) }).prefault({}),
  device: z.object({ preserve_mobile_ids: flag }).prefault({}),
  geo: z
    .object({ preserve_metro: flag, preserve_zip: flag, preserve_city: flag, lat_long_precision: numeric(z.int().default(0)) })
    .prefault({}),
});

const schema = z.object({
  endpoint: z
    .string()
    .default('')
    .transform((url) => url || 'https://rtdp.scope3.com/prebid/prebid'),
  auth_key: z.string().default(''),
  timeout_ms: positive(1000),
  cache_ttl_seconds: positive(60),
  /** Bytes. */
  cache_size: positive(10_485_760),
  add_to_targeting: flag,
  add_scope3_targeting_section: flag,
  masking: masking.prefault({}),
});

export type Scope3Settings = z.infer<typeof schema>;
export type Masking = Scope3Settings['masking'];

/** Sources of eids that remain by default. */
const DEFAULT_SOURCES = ['liveramp.com', 'uidapi.com', 'id5-sync.com'];
const MAX_PRECISION = 4;

/** Defaults of an enabled mask. @throws Error for an invalid precision */
function completed({ geo, user, ...rest }: Masking): Masking {
  if (geo.lat_long_precision > MAX_PRECISION) throw new Error('lat_long_precision cannot exceed 4 decimal places for privacy protection');
  if (geo.lat_long_precision < 0) throw new Error('lat_long_precision cannot be negative');
  const preservesNone = !geo.preserve_metro && !geo.preserve_zip && !geo.preserve_city;
  return {
    ...rest,
    user: { preserve_eids: user.preserve_eids?.length ? user.preserve_eids : DEFAULT_SOURCES },
    geo: {
      ...geo,
      ...(preservesNone ? { preserve_metro: true, preserve_zip: true } : {}),
      lat_long_precision: geo.lat_long_precision || 2,
    },
  };
}

/** @throws Error naming the invalid field */
export function scope3Settings(settings: Ext): Scope3Settings {
  const { data, error } = schema.safeParse(snakeNames(settings));
  if (error) throw new Error(firstIssue(error));
  return data.masking.enabled ? { ...data, masking: completed(data.masking) } : data;
}
