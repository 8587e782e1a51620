/** OpenTelemetry traces of auctions, exported by OTLP over HTTP. */
import { z } from 'zod';

export const tracingOptions = {
  tracing: z
    .object({
      /** Enable tracing; otherwise it costs nothing. */
      enabled: z.boolean().default(false),
      /** Address of the collector (OTLP in JSON). */
      endpoint: z.string().default('http://127.0.0.1:4318/v1/traces'),
      /** Additional headers of every POST. */
      headers: z.record(z.string(), z.string()).default({}),
      /** Attribute `service.name`. */
      service_name: z.string().min(1).default('auctor'),
      /** Additional resource attributes, such as `deployment.environment.name`. */
      resource: z.record(z.string(), z.string()).default({}),
      /** Share of auctions traced, 0 to 1, unless the caller decides. */
      sample_rate: z.number().min(0).max(1).default(0.01),
      /** A caller's `traceparent`: `follow` uses its trace and sampling decision, `join` its trace only, `ignore` neither. */
      traceparent: z.enum(['follow', 'join', 'ignore']).default('follow'),
      /** Compress bodies. */
      gzip: z.boolean().default(true),
      /** Timeout of a POST, ms. */
      timeout_ms: z.int().min(1).default(5000),
      /** Traces are sent when they reach this number, size or age. */
      batch: z
        .object({ count: z.int().min(1).default(100), bytes: z.int().min(1).default(1_000_000), timeout_ms: z.int().min(1).default(2000) })
        .prefault({}),
      /** Max undelivered traces; further ones are dropped and counted. */
      buffer: z.object({ count: z.int().min(1).default(5000), bytes: z.int().min(1).default(16_000_000) }).prefault({}),
      /** Attempts per batch, with growing pauses. */
      retry: z
        .object({ attempts: z.int().min(1).default(5), first_ms: z.int().min(1).default(500), max_ms: z.int().min(1).default(10_000) })
        .prefault({}),
    })
    .prefault({}),
};
