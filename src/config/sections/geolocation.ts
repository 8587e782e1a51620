/** Geolocation of devices without a location. */
import { z } from 'zod';
import { circuitBreaker } from './circuit-breaker.ts';

const ms = z.int().min(0);

/** Fetches a file at startup and periodically; type `local` only reads `save_filepath`. */
const fileSyncer = z
  .object({
    type: z.enum(['remote', 'local']).default('remote'),
    /** URL of the file; empty: no fetch. */
    download_url: z.string().default(''),
    /** Path of the stored file; used instead of `geolocation.file` if that is empty. */
    save_filepath: z.string().default(''),
    /** Path of the file during the fetch. */
    tmp_filepath: z.string().default(''),
    /** Retries after a failed fetch. */
    retry_count: z.int().min(0).default(3),
    /** Time between retries (ms). */
    retry_interval_ms: ms.default(3000),
    /** Timeout of a fetch (ms). */
    timeout_ms: z.int().min(1).default(300_000),
    /** Time between fetches (ms); 0: fetch only if the file is missing. */
    update_interval_ms: ms.default(0),
    /** Request the file's size first, and fetch only if it differs. */
    check_size: z.boolean().default(false),
    http_client: z.object({ connect_timeout_ms: z.int().min(1).default(2500), max_redirects: z.int().min(0).default(3) }).prefault({}),
  })
  .prefault({});

export const geolocationOptions = {
  geolocation: z
    .object({
      /**
       * Look up country and region of devices without them, for accounts with `settings.geo_lookup`. Java variant: the country of every
       * caller without a GDPR signal and a country, to decide whether the GDPR applies.
       */
      enabled: z.boolean().default(false),
      /** Source: a database file, or the addresses listed here. */
      type: z.enum(['maxmind', 'configuration']).default('maxmind'),
      /** A file in MaxMind DB format with countries or cities; loaded once at startup. */
      file: z.string().default(''),
      /** Address prefixes and their locations; the first match counts. Lookups use networks (IPv4 24 bits, IPv6 56): a longer prefix never matches. */
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
                /** Nielsen code of the market area. */
                metro: z.string().optional(),
                lat: z.number().optional(),
                lon: z.number().optional(),
                /** Name of the time zone (`Europe/Paris`), from which `utcoffset` is derived. */
                time_zone: z.string().optional(),
              })
              .prefault({}),
          }),
        )
        .default([]),
      /** Pause failing lookups. */
      circuit_breaker: z.object(circuitBreaker).prefault({}),
      /** How the database file is obtained. */
      maxmind: z.object({ remote_file_syncer: fileSyncer }).prefault({}),
    })
    .prefault({}),
};
