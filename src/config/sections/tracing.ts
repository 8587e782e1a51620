/** OpenTelemetry traces of auctions, sent by OTLP over HTTP. */
import { z } from 'zod';

export const tracingOptions = {
  tracing: z
    .object({
      /** Off, nothing of it is built. */
      enabled: z.boolean().default(false),
      /** Takes OTLP in JSON. */
      endpoint: z.string().default('http://127.0.0.1:4318/v1/traces'),
      /** Further headers of every post. */
      headers: z.record(z.string(), z.string()).default({}),
      /** Attribute `service.name`. */
      service_name: z.string().min(1).default('auctor'),
      /** Further attributes of the resource, such as `deployment.environment.name`. */
      resource: z.record(z.string(), z.string()).default({}),
      /** Share of auctions traced, 0 to 1, where the caller does not say. */
      sample_rate: z.number().min(0).max(1).default(0.01),
      /** A caller's `traceparent`: `follow` takes its trace and whether it is sampled, `join` its trace only, `ignore` neither. */
      traceparent: z.enum(['follow', 'join', 'ignore']).default('follow'),
      /** Whether bodies are compressed. */
      gzip: z.boolean().default(true),
      /** ms one post may take. */
      timeout_ms: z.int().min(1).default(5000),
      /** Traces are sent when they are so many or so large, or the first is so old. */
      batch: z
        .object({ count: z.int().min(1).default(100), bytes: z.int().min(1).default(1_000_000), timeout_ms: z.int().min(1).default(2000) })
        .prefault({}),
      /** Traces not yet delivered; what comes beyond is dropped and counted. */
      buffer: z.object({ count: z.int().min(1).default(5000), bytes: z.int().min(1).default(16_000_000) }).prefault({}),
      /** Tries of one batch, with growing pauses between. */
      retry: z
        .object({ attempts: z.int().min(1).default(5), first_ms: z.int().min(1).default(500), most_ms: z.int().min(1).default(10_000) })
        .prefault({}),
    })
    .prefault({}),
};
