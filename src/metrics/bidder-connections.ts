/**
 * Connections to bidders, from the diagnostics of our client and of undici (HTTP/2, proxies); recorded only if the host's settings enable it.
 * Bidders may share an origin, as aliases do: a connection belongs to the bidder of its first call, a failed one to the first bidder with its
 * origin.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { KnownBidder } from '#src/bidders/registry.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { CHANNELS, type Took } from '#src/net/connector.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Counter, Histogram, Metrics } from '#src/platform/metrics.ts';
import { BUCKETS } from './buckets.ts';
import { byLabel } from './labelled.ts';

type HandlesOf = (adapter: string) => Handles;

/** The bidder of the call that is about to be sent: a call reports its wait immediately before its connection sends it. */
class Caller {
  readonly #codes: ReadonlySet<string>;
  readonly #handles: HandlesOf;
  #now: Handles | undefined;

  /** @param codes of bidders: stores and the cache make calls too */
  constructor(codes: ReadonlySet<string>, handles: HandlesOf) {
    this.#codes = codes;
    this.#handles = handles;
  }

  set(bidder: string): Handles | undefined {
    this.#now = this.#codes.has(bidder) ? this.#handles(bidder) : undefined;
    return this.#now;
  }

  take(): Handles | undefined {
    const taken = this.#now;
    this.#now = undefined;
    return taken;
  }
}

interface Connecting {
  readonly connectParams: { readonly protocol: string; readonly hostname: string; readonly port: string };
}
interface Sending {
  readonly socket: object;
}

interface Handles {
  readonly created: Counter;
  readonly reused: Counter;
  readonly failed: Counter;
  readonly dialing: Histogram | undefined;
  readonly waiting: Histogram;
}

function handlesOf(metrics: Metrics, adapter: string, dial: boolean): Handles {
  const counter = (what: string, help: string) => metrics.counter(`adapter_connection_${what}`, help, { adapter });
  return {
    created: counter('created', 'Connections opened to the bidder.'),
    reused: counter('reused', 'Calls on a reused connection.'),
    failed: counter('dial_errors', 'Failed connections.'),
    dialing: dial
      ? metrics.histogram('adapter_connection_dial_time', 'Connection establishment time, seconds.', BUCKETS.dialSeconds, { adapter })
      : undefined,
    waiting: metrics.histogram('adapter_connection_wait', 'Time calls waited for a new or idle connection, seconds.', BUCKETS.dialSeconds, {
      adapter,
    }),
  };
}

/** Channels of our client, and those of undici with the same messages. */
const SAME = [
  [CHANNELS.connecting, 'beforeConnect'],
  [CHANNELS.connected, 'connected'],
  [CHANNELS.connectFailed, 'connectError'],
  [CHANNELS.sending, 'sendHeaders'],
] as const;

/** A default port is an empty string in both. */
const originOf = ({ protocol, hostname, port }: Connecting['connectParams']): string => `${protocol}//${hostname}:${port}`;

/** Origin → first bidder, of endpoints whose host is not a macro */
function origins(bidders: readonly KnownBidder[]): ReadonlyMap<string, string> {
  const byOrigin = new Map<string, string>();
  for (const { code, info } of bidders) {
    const origin = URL.canParse(info.endpoint) ? originOf(new URL(info.endpoint)) : undefined;
    if (origin !== undefined && !byOrigin.has(origin)) byOrigin.set(origin, code);
  }
  return byOrigin;
}

/** Handlers of a channel's messages, by its name. */
type Listeners = { [channel: string]: (message: unknown) => void };

/** Counts connections and reuses of bidders' calls, and times how long connections take to open at their origins. */
function connectionListeners(byOrigin: ReadonlyMap<string, string>, caller: Caller, handles: HandlesOf, clock: Clock): Listeners {
  /** Starts of attempts by origin, oldest first: the attempt that ended is not identified. */
  const begun = byLabel<number[]>(() => []);
  /** Connections without a call yet, with the seconds they took to open, if known. */
  const unused = new WeakMap<object, number | undefined>();
  const listeners: Listeners = {
    'undici:client:beforeConnect': (message) => {
      const origin = originOf((message as Connecting).connectParams);
      if (byOrigin.has(origin)) begun(origin).push(clock.micros());
    },
    'undici:client:connected': (message) => {
      const { connectParams, socket } = message as Connecting & Sending;
      const origin = originOf(connectParams);
      const startedUs = byOrigin.has(origin) ? begun(origin).shift() : undefined;
      unused.set(socket, startedUs === undefined ? undefined : (clock.micros() - startedUs) / 1e6);
    },
    'undici:client:connectError': (message) => {
      const origin = originOf((message as Connecting).connectParams);
      const adapter = byOrigin.get(origin);
      if (adapter === undefined) return;
      handles(adapter).failed.add();
      begun(origin).shift();
    },
    'undici:client:sendHeaders': (message) => {
      const { socket } = message as Sending;
      const own = caller.take();
      const seconds = unused.get(socket);
      const isNew = unused.delete(socket);
      if (isNew) own?.created.add();
      else own?.reused.add();
      if (seconds !== undefined) own?.dialing?.observe(seconds);
    },
  };
  for (const [own, undici] of SAME) listeners[own] = listeners[`undici:client:${undici}`] as (message: unknown) => void;
  return listeners;
}

/** Records the durations that our client measures itself; those of waits only if the caller is a bidder. */
function durationListeners(metrics: Metrics, caller: Caller): Listeners {
  const [lookups, handshakes] = [
    metrics.histogram('dns_lookup_time', 'Duration of DNS lookups of bidders, seconds.', BUCKETS.dialSeconds),
    metrics.histogram('tls_handshake_time', 'Duration of TLS handshakes with bidders, seconds.', BUCKETS.dialSeconds),
  ];
  return {
    [CHANNELS.lookup]: (message) => lookups.observe((message as Took).ms / 1000),
    [CHANNELS.handshake]: (message) => handshakes.observe((message as Took).ms / 1000),
    [CHANNELS.wait]: (message) => {
      const { bidder, ms } = message as Took & { readonly bidder: string };
      caller.set(bidder)?.waiting.observe(ms / 1000);
    },
  };
}

/** Records until the returned function is called. */
export function observeConnections(
  bidders: Iterable<KnownBidder>,
  disabled: HostConfig['metrics']['disabled_metrics'],
  metrics: Metrics,
  clock: Clock,
): () => void {
  if (disabled.adapter_connections_metrics) return () => {};
  const enabled = [...bidders].filter(({ info }) => info.enabled);
  const byOrigin = origins(enabled);
  const handles = byLabel((adapter) => handlesOf(metrics, adapter, !disabled.adapter_connections_dial_metrics));
  const codes = new Set(enabled.map(({ code }) => code));
  // Series of callable bidders exist before the first call.
  for (const adapter of codes) handles(adapter);
  const caller = new Caller(codes, handles);
  const listeners = { ...connectionListeners(byOrigin, caller, handles, clock), ...durationListeners(metrics, caller) };
  for (const [channel, listener] of Object.entries(listeners)) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of Object.entries(listeners)) unsubscribe(channel, listener);
  };
}
