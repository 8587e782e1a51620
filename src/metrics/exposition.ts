/** Metrics as they are shown: of all processes, without the families the host's settings leave out, under the names they want. */
import type { HostConfig } from '#src/config/schema.ts';
import type { MetricsRegistry } from '#src/outside/metrics.ts';
import { type FamilyShot, mergeShots, toText } from '#src/outside/metrics-text.ts';
import { javaFamilies } from './java-names.ts';
import type { WorkerShots } from './workers.ts';

/** Families each switch leaves out; the others are looked at where they are counted. */
const LEFT_OUT = {
  adapter_buyeruid_scrubbed: 'adapter_buyeruids_scrubbed',
  adapter_gdpr_request_blocked: 'adapter_gdpr_requests_blocked',
} as const;

/** Reads metrics for whoever asks. */
export class Exposition {
  readonly #config: HostConfig['metrics'];
  readonly #metrics: MetricsRegistry;
  readonly #workers: WorkerShots;
  readonly #hidden: ReadonlySet<string>;

  constructor(config: HostConfig['metrics'], metrics: MetricsRegistry, workers: WorkerShots) {
    const switches = Object.entries(LEFT_OUT) as [keyof typeof LEFT_OUT, string][];
    this.#config = config;
    this.#metrics = metrics;
    this.#workers = workers;
    this.#hidden = new Set(switches.filter(([name]) => config.disabled_metrics[name]).map(([, family]) => family));
  }

  /** Families of all processes that answer in time. */
  async families(): Promise<FamilyShot[]> {
    const own = this.#metrics.read();
    const others = await this.#workers.ask();
    const all = others.length === 0 ? own : mergeShots([{ worker: this.#workers.name, families: own }, ...others]);
    return all.filter(({ name }) => !this.#hidden.has(name));
  }

  /** Prometheus text. */
  async text(): Promise<string> {
    const { namespace, subsystem, java_names } = this.#config.prometheus;
    const prefix = [namespace, subsystem].map((part) => (part === '' ? '' : `${part}_`)).join('');
    const families = await this.families();
    return toText(java_names ? [...families, ...javaFamilies(families)] : families, prefix);
  }
}
