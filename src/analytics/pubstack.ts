/** `pubstack`: events by feature, each as lines of a gzipped POST; which features is asked of the service itself (info-admin-analytics.md 15). */
import { pubstackOptions } from '#src/config/sections/analytics.ts';
import { toMillis } from '#src/config/units.ts';
import { isObject } from '#src/wire/merge.ts';
import { bufferedDelivery } from './delivery.ts';
import { goText } from './go-names.ts';
import { type AnalyticsEnv, type AnalyticsKind, type AnalyticsModule, defineAnalytics, type PipelineControl, type Told } from './module.ts';

const WORD = 'prebid';
const HEADERS = { 'content-type': 'application/octet-stream' };
const MOST_CONFIG_BYTES = 64 * 1024;

/** Feature of each kind; also the end of its address. */
const FEATURES: { readonly [kind in AnalyticsKind]?: string } = {
  auction: 'auction',
  amp: 'amp',
  video: 'video',
  cookie_sync: 'cookiesync',
  setuid: 'setuid',
};

/** What the service wants, and where. */
interface Wishes {
  readonly endpoint: string;
  readonly features: ReadonlySet<string>;
}

function readWishes(text: string, fallback: string): Wishes {
  const config: unknown = JSON.parse(text);
  if (!isObject(config) || !isObject(config['features'])) throw new Error('the configuration is of another form');
  const on = Object.entries(config['features']).flatMap(([name, value]) => (value === true ? [name] : []));
  const { endpoint } = config;
  return { endpoint: typeof endpoint === 'string' && endpoint !== '' ? endpoint : fallback, features: new Set(on) };
}

/** Asks at start and ever again; a failure leaves what was known. Before the first answer every feature is off. */
class Bootstrap {
  wishes: Wishes;
  readonly #url: string;
  readonly #everyMs: number;
  readonly #timeoutMs: number;
  readonly #env: AnalyticsEnv;
  #stopTimer: (() => void) | undefined;
  #stopped = false;

  constructor(endpoint: string, scope: string, everyMs: number, timeoutMs: number, env: AnalyticsEnv) {
    this.wishes = { endpoint, features: new Set() };
    this.#url = `${endpoint}/bootstrap?scopeId=${encodeURIComponent(scope)}`;
    this.#everyMs = everyMs;
    this.#timeoutMs = timeoutMs;
    this.#env = env;
  }

  async run(control: PipelineControl): Promise<void> {
    try {
      const { status, text } = await this.#env.fetchText(this.#url, { timeoutMs: this.#timeoutMs, maxBytes: MOST_CONFIG_BYTES });
      if (status !== 200) throw new Error(`the service answered ${status}`);
      const before = this.wishes;
      const wishes = readWishes(text, before.endpoint);
      for (const feature of before.features) if (!wishes.features.has(feature)) control.flush(feature);
      this.wishes = wishes;
    } catch (cause) {
      this.#env.log.error({ err: cause }, '[pubstack] Fail to fetch remote configuration');
    }
    if (!this.#stopped) this.#stopTimer = this.#env.clock.after(this.#everyMs, () => void this.run(control));
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
      extension: WORD,
      gvlId: 0,
      delivery: bufferedDelivery(options.buffers, timeout_ms),
      start: (control) => void bootstrap.run(control),
      stop: async () => bootstrap.stop(),
      encode(report): Told | undefined {
        const feature = FEATURES[report.kind];
        if (feature === undefined || !bootstrap.wishes.features.has(feature)) return undefined;
        return { text: goText(report, head, WORD), channel: feature };
      },
      async send({ channel, items }, signal) {
        const body = items.map(({ text }) => `${text}\n`).join('');
        const status = await env.post(`${bootstrap.wishes.endpoint}/intake/${channel}`, body, { headers: HEADERS, gzip: true, signal });
        if (status !== 200) throw new Error(`[pubstack] Wrong code received ${status} instead of 200`);
      },
    };
  },
});
