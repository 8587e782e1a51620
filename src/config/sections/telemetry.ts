/** OpenTelemetry export of metrics and logs, beside traces; service name, resource and compression are those of `tracing`. */
import { z } from 'zod';

const LOCAL = 'http://127.0.0.1:4318/v1';

const signal = (name: string) => ({
  /** Export this signal; otherwise it costs nothing. */
  enabled: z.boolean().default(false),
  /** Address of the collector (OTLP over HTTP, in JSON). */
  endpoint: z.string().default(`${LOCAL}/${name}`),
  /** Additional headers of every POST. */
  headers: z.record(z.string(), z.string()).default({}),
  /** Timeout of a POST, ms. */
  timeout_ms: z.int().min(1).default(10_000),
});

export const telemetryOptions = {
  /** Metrics and logs for an OpenTelemetry collector. */
  otlp: z
    .strictObject({
      metrics: z
        .strictObject({
          ...signal('metrics'),
          /** ms between exports. */
          interval_ms: z.int().min(100).default(60_000),
        })
        .prefault({}),
      /** Every line of the log. */
      logs: z.strictObject(signal('logs')).prefault({}),
    })
    .prefault({}),
};
