/** The variables of the OpenTelemetry specification that apply here. Their other values, such as `grpc`, are named in a warning. */
import { decodeComponent } from '#src/lang/percent.ts';
import type { Key, Property } from './property.ts';

type Signal = 'traces' | 'metrics' | 'logs';

/** Where the options of each signal are. */
const GROUPS: { readonly [signal in Signal]: readonly Key[] } = {
  traces: ['tracing'],
  metrics: ['otlp', 'metrics'],
  logs: ['otlp', 'logs'],
};
const SIGNALS = Object.keys(GROUPS) as Signal[];

export interface OtelSettings {
  readonly properties: readonly Property[];
  readonly warnings: readonly string[];
}

/** `a=1,b=2`, values percent-encoded. */
function pairsOf(text: string): [string, string][] {
  return text.split(',').flatMap((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [] : [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())]];
  });
}

const decoded = (text: string): string => decodeComponent(text) ?? text;

class Reader {
  readonly properties: Property[] = [];
  readonly warnings: string[] = [];
  readonly #environment: NodeJS.ProcessEnv;
  readonly #rank: number;

  constructor(environment: NodeJS.ProcessEnv, rank: number) {
    this.#environment = environment;
    this.#rank = rank;
  }

  /** An empty variable counts as not set. */
  given(variable: string, use: (value: string) => void): void {
    const value = this.#environment[variable];
    if (value !== undefined && value !== '') use(value);
  }

  set(variable: string, keys: readonly Key[], value: unknown): void {
    this.properties.push({ keys, value, origin: { source: 'environment', written: variable, rank: this.#rank } });
  }

  /** The variable of all signals, then that of each one. */
  forSignals(suffix: string, use: (signal: Signal, value: string, variable: string, isGeneral: boolean) => void): void {
    for (const signal of SIGNALS) {
      const [general, own] = [`OTEL_EXPORTER_OTLP_${suffix}`, `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_${suffix}`];
      this.given(general, (value) => use(signal, value, general, true));
      this.given(own, (value) => use(signal, value, own, false));
    }
  }

  ignored(variable: string, value: string, reason: string): void {
    this.warnings.push(`${variable}=${value}: no meaning here because ${reason}`);
  }
}

const SAMPLERS: { readonly [name: string]: { readonly traceparent: 'follow' | 'ignore'; readonly rate?: number } } = {
  always_on: { traceparent: 'ignore', rate: 1 },
  always_off: { traceparent: 'ignore', rate: 0 },
  traceidratio: { traceparent: 'ignore' },
  parentbased_always_on: { traceparent: 'follow', rate: 1 },
  parentbased_always_off: { traceparent: 'follow', rate: 0 },
  parentbased_traceidratio: { traceparent: 'follow' },
};

function readExporters(reader: Reader): void {
  reader.forSignals('ENDPOINT', (signal, value, variable, isGeneral) => {
    reader.set(variable, [...GROUPS[signal], 'endpoint'], isGeneral ? `${value.replace(/\/$/, '')}/v1/${signal}` : value);
    reader.set(variable, [...GROUPS[signal], 'enabled'], true);
  });
  reader.forSignals('HEADERS', (signal, value, variable) => {
    for (const [name, text] of pairsOf(value)) reader.set(variable, [...GROUPS[signal], 'headers', name], text);
  });
  reader.forSignals('TIMEOUT', (signal, value, variable) => reader.set(variable, [...GROUPS[signal], 'timeout_ms'], Number(value)));
  reader.forSignals('COMPRESSION', (signal, value, variable) => {
    if (signal === 'traces') reader.set(variable, ['tracing', 'gzip'], value === 'gzip');
  });
  reader.forSignals('PROTOCOL', (_signal, value, variable) => {
    if (value !== 'http/json') reader.ignored(variable, value, 'the export is http/json, which collectors accept as well');
  });
  for (const signal of SIGNALS) {
    const variable = `OTEL_${signal.toUpperCase()}_EXPORTER`;
    reader.given(variable, (value) => {
      if (value === 'otlp' || value === 'none') reader.set(variable, [...GROUPS[signal], 'enabled'], value === 'otlp');
      else reader.ignored(variable, value, 'only otlp and none are exporters of this process');
    });
  }
}

function readResource(reader: Reader): void {
  reader.given('OTEL_RESOURCE_ATTRIBUTES', (value) => {
    for (const [name, text] of pairsOf(value))
      reader.set('OTEL_RESOURCE_ATTRIBUTES', name === 'service.name' ? ['tracing', 'service_name'] : ['tracing', 'resource', name], text);
  });
  reader.given('OTEL_SERVICE_NAME', (value) => reader.set('OTEL_SERVICE_NAME', ['tracing', 'service_name'], value));
}

function readSampler(reader: Reader): void {
  reader.given('OTEL_TRACES_SAMPLER', (value) => {
    const sampler = SAMPLERS[value];
    if (!sampler) {
      reader.ignored('OTEL_TRACES_SAMPLER', value, `samplers are ${Object.keys(SAMPLERS).join(', ')}`);
      return;
    }
    reader.set('OTEL_TRACES_SAMPLER', ['tracing', 'traceparent'], sampler.traceparent);
    reader.set('OTEL_TRACES_SAMPLER', ['tracing', 'sample_rate'], sampler.rate ?? 1);
    if (sampler.rate === undefined)
      reader.given('OTEL_TRACES_SAMPLER_ARG', (rate) => reader.set('OTEL_TRACES_SAMPLER_ARG', ['tracing', 'sample_rate'], Number(rate)));
  });
}

/** @param rank their layer, below our own variables */
export function readOtelVariables(environment: NodeJS.ProcessEnv, rank: number): OtelSettings {
  const reader = new Reader(environment, rank);
  readExporters(reader);
  readResource(reader);
  readSampler(reader);
  reader.given('OTEL_METRIC_EXPORT_INTERVAL', (value) =>
    reader.set('OTEL_METRIC_EXPORT_INTERVAL', ['otlp', 'metrics', 'interval_ms'], Number(value)),
  );
  reader.given('OTEL_SDK_DISABLED', (value) => {
    if (value.toLowerCase() !== 'true') return;
    for (const signal of SIGNALS) reader.set('OTEL_SDK_DISABLED', [...GROUPS[signal], 'enabled'], false);
  });
  return reader;
}
