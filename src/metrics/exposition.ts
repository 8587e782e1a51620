/** Exposed metrics: of all processes, without disabled families, under the configured names. */
import type { HostConfig } from '#src/config/schema.ts';
import { type FamilySnapshot, formatMetrics } from '#src/platform/metrics-format.ts';
import { acceptsOpenMetrics, formatOpenMetrics, OPENMETRICS_TYPE } from '#src/platform/openmetrics.ts';
import { enabledFamilies } from './enabled-families.ts';
import { javaFamilies } from './java-names.ts';

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export interface Exposed {
  readonly type: string;
  readonly body: string;
}

/** Families of all processes of the host. */
export type ReadMetrics = () => Promise<FamilySnapshot[]>;

/** Renders metrics for all endpoints. */
export class Exposition {
  readonly #config: HostConfig['metrics'];
  readonly #read: ReadMetrics;
  readonly #enabled: ReturnType<typeof enabledFamilies>;

  constructor(config: HostConfig['metrics'], read: ReadMetrics) {
    this.#config = config;
    this.#read = read;
    this.#enabled = enabledFamilies(config);
  }

  /** Families of all processes. */
  async families(): Promise<FamilySnapshot[]> {
    return this.#enabled(await this.#read());
  }

  /**
   * @param accept a scraper's `Accept` header
   * @returns OpenMetrics if the scraper accepts it, otherwise Prometheus text
   */
  async expose(accept?: string): Promise<Exposed> {
    const { namespace, subsystem, java_names, custom_labels_enabled, total_suffix } = this.#config.prometheus;
    const prefix = [namespace, subsystem].map((part) => (part === '' ? '' : `${part}_`)).join('');
    const own = await this.families();
    const families = java_names ? [...own, ...javaFamilies(own, custom_labels_enabled)] : own;
    return acceptsOpenMetrics(accept)
      ? { type: OPENMETRICS_TYPE, body: formatOpenMetrics(families, prefix, total_suffix) }
      : { type: METRICS_TYPE, body: formatMetrics(families, prefix) };
  }
}
