/** The caller's trace context: W3C Trace Context, header `traceparent`. */

export interface TraceParent {
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits. */
  readonly spanId: string;
  readonly sampled: boolean;
}

const FORM = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/** Undefined: absent or invalid. Later versions may append fields after the flags; version 00 may not. */
export function readTraceParent(header: string | undefined): TraceParent | undefined {
  if (header === undefined || header.length > 200) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', more] = FORM.exec(header.trim()) ?? [];
  if (version === undefined || (version === '00' && more !== undefined)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 };
}
