/** Geolocation of devices without a location. */
import { z } from 'zod';

export const geolocationOptions = {
  geolocation: z
    .object({
      /** Look up country and region of devices without them, for accounts with `settings.geo_lookup`. */
      enabled: z.boolean().default(false),
      /** Source: a database file, or the addresses listed here. */
      type: z.enum(['maxmind', 'configuration']).default('maxmind'),
      /** A file in MaxMind DB format with countries or cities; loaded once at startup. */
      file: z.string().default(''),
      /** Address prefixes and their locations; the first match counts. */
      configurations: z
        .array(
          z.object({
            address_pattern: z.string().min(1),
            geo_info: z.object({ country: z.string().default(''), region: z.string().default('') }),
          }),
        )
        .default([]),
    })
    .prefault({}),
};
