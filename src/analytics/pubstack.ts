/** `pubstack`: events by feature, each as lines of a gzipped POST; the service itself says which features are enabled. */

import { pubstackOptions } from '#src/config/sections/analytics.ts';
import { toMillis } from '#src/config/units.ts';
import { isObject } from '#src/json/merge.ts';
import { encodeComponent } from '#src/lang/percent.ts';
import { bufferedDelivery } from './delivery.ts';
import { goJson } from './go-names.ts';
import type { AnalyticsKind } from './kinds.ts';
import { type AnalyticsEnv, type AnalyticsModule, defineAnalytics, type EncodedEvent, type PipelineControl } from './module.ts';

const EXT_KEY = 'prebid';
const HEADERS = { 'content-type': 'application/octet-stream' };
const MAX_CONFIG_BYTES = 64 * 1024;
/** ms until the first configuration is requested again: without it nothing is sent. */
const RETRY_MS = 60_000;

/** Feature of each kind; also the last segment of its address. */
const FEATURES: { readonly [kind in AnalyticsKind]?: string } = {
  auction: 'auction',
  amp: 'amp',
  video: 'video',
  cookie_sync: 'cookiesync',
  setuid: 'setuid',
};

/** The service's configuration: enabled features and address. */
interface Features {
  readonly endpoint: string;
  readonly features: ReadonlySet<string>;
}

function readFeatures(json: string, fallback: string): Features {
  const config: unknown = JSON.parse(json);
  if (!isObject(config) || !isObject(config['features'])) throw new Error('unexpected configuration format');
  const on = Object.entries(config['features']).flatMap(([name, value]) => (value === true ? [name] : []));
  const { endpoint } = config;
  return { endpoint: typeof endpoint === 'string' && endpoint !== '' ? endpoint : fallback, features: new Set(on) };
}

/** Fetches the configuration at start and periodically; a failure keeps the last one. Before the first response every feature is off. */
class Bootstrap {
  features: Features;
  readonly #url: string;
  readonly #everyMs: number;
  readonly #timeoutMs: number;
  readonly #env: AnalyticsEnv;
  #stopTimer: (() => void) | undefined;
  #hasResponded = false;
  #stopped = false;

  constructor(endpoint: string, scope: string, everyMs: number, timeoutMs: number, env: AnalyticsEnv) {
    this.features = { endpoint, features: new Set() };
    this.#url = `${endpoint}/bootstrap?scopeId=${encodeComponent(scope)}`;
    this.#everyMs = everyMs;
    this.#timeoutMs = timeoutMs;
    this.#env = env;
  }

  async run(control: PipelineControl): Promise<void> {
    try {
      const { status, text } = await this.#env.fetchBody(this.#url, { timeoutMs: this.#timeoutMs, maxBytes: MAX_CONFIG_BYTES });
      if (status !== 200) throw new Error(`the service responded with status ${status}`);
      const before = this.features;
      const features = readFeatures(text, before.endpoint);
      for (const feature of before.features) if (!features.features.has(feature)) control.flush(feature);
      this.features = features;
      this.#hasResponded = true;
    } catch (cause) {
      this.#env.log.error({ failure: cause }, '[pubstack] Fail to fetch remote configuration');
    }
    const pauseMs = this.#hasResponded ? this.#everyMs : Math.min(RETRY_MS, this.#everyMs);
    if (!this.#stopped) this.#stopTimer = this.#env.clock.after(pauseMs, () => void this.run(control));
  }

  stop(): void {
    this.#stopped = true;
    this.#stopTimer?.();
  }
}

export default defineAnalytics({
  key: 'pubstack',
  name: 'pubstack',
  options: pubstackOptions,
  create(options, env): AnalyticsModule | undefined {
    const { enabled, endpoint, scopeid, timeout_ms } = options;
    if (!enabled) return undefined;
    const everyMs = options.configuration_refresh_delay_ms ?? toMillis(options.configuration_refresh_delay) ?? 0;
    const bootstrap = new Bootstrap(endpoint, scopeid, Math.max(1000, everyMs), timeout_ms, env);
    const head = `"scope":${JSON.stringify(scopeid)}`;
    return {
      kinds: ['auction', 'amp', 'video', 'cookie_sync', 'setuid'],
      share: options.sample_rate,
      extension: EXT_KEY,
      gvlId: 0,
      delivery: bufferedDelivery(options.buffers, timeout_ms),
      start: (control) => void bootstrap.run(control),
      stop: async () => bootstrap.stop(),
      encode(report): EncodedEvent | undefined {
        const feature = FEATURES[report.kind];
        if (feature === undefined || !bootstrap.features.features.has(feature)) return undefined;
        return { text: goJson(report, head, EXT_KEY), channel: feature };
      },
      async send({ channel, items }, signal) {
        const body = items.map(({ text }) => `${text}\n`).join('');
        const status = await env.post(`${bootstrap.features.endpoint}/intake/${channel}`, body, { headers: HEADERS, gzip: true, signal });
        if (status !== 200) throw new Error(`[pubstack] Wrong code received ${status} instead of 200`);
      },
    };
  },
});
