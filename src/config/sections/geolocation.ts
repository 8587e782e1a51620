/** Where devices are, when they do not say. */
import { z } from 'zod';

export const geolocationOptions = {
  geolocation: z
    .object({
      /** Look up country and region of devices that do not tell them, for accounts with `settings.geo_lookup`. */
      enabled: z.boolean().default(false),
      /** In a database file, or in the addresses listed here. */
      type: z.enum(['maxmind', 'configuration']).default('maxmind'),
      /** A file in the MaxMind DB format with countries, or cities; read once, at the start. */
      file: z.string().default(''),
      /** Beginnings of addresses and where those are; the first that fits counts. */
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
