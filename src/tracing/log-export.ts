/** The process's log for an OpenTelemetry collector: each line as a record, in batches, beside the standard output. */
import type { HostConfig } from '#src/config/schema.ts';
import { parseJsonObject } from '#src/json/parse.ts';
import { createPoster, Undeliverable } from '#src/net/post.ts';
import { systemClock } from '#src/platform/clock.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { systemRandom } from '#src/platform/random.ts';
import { Outbox, type OutboxSettings } from '#streams/outbox.ts';
import { type AttributeValue, nanosOf, resourceOf, toAttributes } from './otlp.ts';

/** Severity numbers of the specification by pino's level names. */
const SEVERITIES: { readonly [level: string]: number } = { trace: 1, debug: 5, info: 9, warn: 13, error: 17, fatal: 21 };

/** Fields that the record or its resource has already. */
const OWN = new Set(['level', 'time', 'msg', 'service', 'version']);

const attributeOf = (value: unknown): AttributeValue | undefined => {
  if (value === null || value === undefined) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : (value as AttributeValue);
};

/** A line of the log as a record; undefined if it is none. */
function logRecord(line: string): object | undefined {
  const fields = parseJsonObject(line);
  if (!fields) return undefined;
  const level = String(fields['level']);
  const others = Object.entries(fields).filter(([name]) => !OWN.has(name));
  return {
    timeUnixNano: nanosOf(Date.parse(String(fields['time'])) * 1000),
    severityNumber: SEVERITIES[level] ?? 0,
    severityText: level.toUpperCase(),
    body: { stringValue: String(fields['msg'] ?? '') },
    attributes: toAttributes(Object.fromEntries(others.map(([name, value]) => [name, attributeOf(value)]))),
  };
}

const settingsOf = (timeoutMs: number): OutboxSettings => ({
  batch: { count: 500, bytes: 1_000_000, ms: 1000 },
  buffer: { count: 10_000, bytes: 16_000_000 },
  retry: { attempts: 5, firstMs: 500, maxMs: 10_000 },
  timeoutMs,
  parallel: 1,
});

export interface LogExport {
  /** A destination of the logger. */
  readonly stream: { write(line: string): void };
  /** Sends the remaining lines within `graceMs`. Never rejects. */
  stop(graceMs: number): Promise<void>;
}

/** Undefined if the export is disabled. Lines that cannot be delivered are dropped: they are on the standard output as well. */
export function openLogExport({ otlp: { logs }, tracing }: Pick<HostConfig, 'otlp' | 'tracing'>, version: string): LogExport | undefined {
  if (!logs.enabled) return undefined;
  const poster = createPoster();
  const start = JSON.stringify({ resource: { attributes: toAttributes(resourceOf(tracing, version)) } }).slice(0, -1);
  const scope = JSON.stringify({ name: 'auctor', version });
  const headers = { 'content-type': 'application/json', ...logs.headers };
  // Its own failures must not become lines to export.
  const env = { clock: systemClock, random: systemRandom, log: silentLog, metrics: new MetricsRegistry() };
  const outbox = new Outbox(
    'logs',
    settingsOf(logs.timeout_ms),
    async ({ items }, signal) => {
      const records = items.map(({ text }) => text).join(',');
      const body = `{"resourceLogs":[${start},"scopeLogs":[{"scope":${scope},"logRecords":[${records}]}]}]}`;
      const status = await poster.post(logs.endpoint, body, { headers, gzip: tracing.gzip, signal });
      if (status >= 500 || status === 429) throw new Error(`status ${status}`);
      if (status >= 300) throw new Undeliverable(`status ${status}`);
    },
    env,
  );
  return {
    stream: {
      write(line) {
        const record = logRecord(line);
        if (record && outbox.hasRoom()) outbox.put(JSON.stringify(record), systemClock.now());
      },
    },
    async stop(graceMs) {
      await outbox.stop(graceMs);
      await poster.close();
    },
  };
}
