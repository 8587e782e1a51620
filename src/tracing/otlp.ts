/** OpenTelemetry's JSON format of traces (OTLP 1.x): the subset that auctions need. */
import { hostname } from 'node:os';

export type AttributeValue = string | number | boolean;
export type Attributes = { readonly [name: string]: AttributeValue | undefined };

interface KeyValue {
  readonly key: string;
  readonly value: object;
}

/** 1 internal, 2 server, 3 client. */
export type SpanKind = 1 | 2 | 3;

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  /** ns since the epoch, as a string: numbers lack the precision. */
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  /** Code 2: error. */
  readonly status?: { readonly code: 2; readonly message?: string | undefined } | undefined;
}

function otlpValue(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Attributes without undefined ones. */
export function toAttributes(attributes: Attributes): KeyValue[] {
  const list: KeyValue[] = [];
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) list.push({ key, value: otlpValue(value) });
  return list;
}

/** The process as OpenTelemetry sees it. */
export const resourceOf = (
  { service_name, resource }: { readonly service_name: string; readonly resource: Readonly<Record<string, string>> },
  version: string,
): Attributes => ({
  'service.name': service_name,
  'service.version': version,
  'service.instance.id': `${hostname()}:${process.pid}`,
  ...resource,
});

/** Integer µs since the epoch in ns. */
export const nanosOf = (micros: number): string => `${Math.round(micros)}000`;

/** A body for `POST /v1/traces`. @param spans each as JSON: spans of one auction joined by commas */
export function traceBody(spans: readonly string[], resource: Attributes, version: string): string {
  const start = JSON.stringify({ resource: { attributes: toAttributes(resource) } }).slice(0, -1);
  const scope = JSON.stringify({ name: 'auctor', version });
  return `{"resourceSpans":[${start},"scopeSpans":[{"scope":${scope},"spans":[${spans.join(',')}]}]}]}`;
}
