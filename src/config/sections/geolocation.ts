/** Geolocation of devices without a location. */
import { z } from 'zod';
import { circuitBreaker } from './circuit-breaker.ts';

const ms = z.int().min(0);

/** Fetches a file at the start and again and again; of type `local` it only reads `save_filepath`. */
const fileSyncer = z
  .object({
    type: z.enum(['remote', 'local']).default('remote'),
    /** Address of the file; empty: nothing is fetched. */
    download_url: z.string().default(''),
    /** Where it is kept; read instead of `geolocation.file` where that is empty. */
    save_filepath: z.string().default(''),
    /** Where it is written while it is fetched. */
    tmp_filepath: z.string().default(''),
    /** Tries after a failed fetch. */
    retry_count: z.int().min(0).default(3),
    /** ms between tries. */
    retry_interval_ms: ms.default(3000),
    /** ms one fetch may take. */
    timeout_ms: z.int().min(1).default(300_000),
    /** ms between fetches; 0: only where the file is not there. */
    update_interval_ms: ms.default(0),
    /** Ask for the file's size first, and fetch it only if it differs. */
    check_size: z.boolean().default(false),
    http_client: z.object({ connect_timeout_ms: z.int().min(1).default(2500), max_redirects: z.int().min(0).default(3) }).prefault({}),
  })
  .prefault({});

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
            geo_info: z
              .object({
                country: z.string().default(''),
                region: z.string().default(''),
                city: z.string().optional(),
                zip: z.string().optional(),
                /** Nielsen's code of the market area. */
                metro: z.string().optional(),
                lat: z.number().optional(),
                lon: z.number().optional(),
                /** Name of the zone (`Europe/Paris`), from which `utcoffset` is made. */
                time_zone: z.string().optional(),
              })
              .prefault({}),
          }),
        )
        .default([]),
      /** Look-ups that keep failing are left out for a while. */
      circuit_breaker: z.object(circuitBreaker).prefault({}),
      /** How the database file gets here. */
      maxmind: z.object({ remote_file_syncer: fileSyncer }).prefault({}),
    })
    .prefault({}),
};
