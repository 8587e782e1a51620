/**
 * Connections to bidders, from the diagnostics of our client and of undici (HTTP/2, proxies); recorded only if the host's settings enable it.
 * A connection belongs to the bidder whose endpoint has its origin.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { KnownBidder } from '#src/bidders/registry.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { CHANNELS, type Took } from '#src/net/connector.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Counter, Histogram, Metrics } from '#src/platform/metrics.ts';
import { BUCKETS } from './buckets.ts';
import { byLabel } from './labelled.ts';

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

/** Origin → bidder, of endpoints whose host is not a macro */
function origins(bidders: readonly KnownBidder[]): ReadonlyMap<string, string> {
  const byOrigin = new Map<string, string>();
  for (const { code, info } of bidders) {
    if (URL.canParse(info.endpoint)) byOrigin.set(originOf(new URL(info.endpoint)), code);
  }
  return byOrigin;
}

/** Handlers of a channel's messages, by its name. */
type Listeners = { [channel: string]: (message: unknown) => void };

/** Counts connections and reuses, and times how long they take to open, of endpoints whose origin is a bidder's. */
function connectionListeners(byOrigin: ReadonlyMap<string, string>, handles: (adapter: string) => Handles, clock: Clock): Listeners {
  /** Starts of attempts by origin, oldest first: the attempt that ended is not identified. */
  const begun = byLabel<number[]>(() => []);
  const owners = new WeakMap<object, { readonly handles: Handles; used: boolean }>();
  const of = ({ connectParams }: Connecting): Handles | undefined => {
    const adapter = byOrigin.get(originOf(connectParams));
    return adapter === undefined ? undefined : handles(adapter);
  };
  const listeners: Listeners = {
    'undici:client:beforeConnect': (message) => {
      const origin = originOf((message as Connecting).connectParams);
      if (byOrigin.has(origin)) begun(origin).push(clock.micros());
    },
    'undici:client:connected': (message) => {
      const { connectParams, socket } = message as Connecting & Sending;
      const own = of({ connectParams });
      if (!own) return;
      own.created.add();
      const startedUs = begun(originOf(connectParams)).shift();
      if (startedUs !== undefined) own.dialing?.observe((clock.micros() - startedUs) / 1e6);
      owners.set(socket, { handles: own, used: false });
    },
    'undici:client:connectError': (message) => {
      const own = of(message as Connecting);
      if (!own) return;
      own.failed.add();
      begun(originOf((message as Connecting).connectParams)).shift();
    },
    'undici:client:sendHeaders': (message) => {
      const owner = owners.get((message as Sending).socket);
      if (owner?.used) owner.handles.reused.add();
      if (owner) owner.used = true;
    },
  };
  for (const [own, undici] of SAME) listeners[own] = listeners[`undici:client:${undici}`] as (message: unknown) => void;
  return listeners;
}

/** Records the durations that our client measures itself; those of waits only if the caller is a bidder of `codes`. */
function durationListeners(metrics: Metrics, codes: ReadonlySet<string>, handles: (adapter: string) => Handles): Listeners {
  const [lookups, handshakes] = [
    metrics.histogram('dns_lookup_time', 'Duration of DNS lookups of bidders, seconds.', BUCKETS.dialSeconds),
    metrics.histogram('tls_handshake_time', 'Duration of TLS handshakes with bidders, seconds.', BUCKETS.dialSeconds),
  ];
  return {
    [CHANNELS.lookup]: (message) => lookups.observe((message as Took).ms / 1000),
    [CHANNELS.handshake]: (message) => handshakes.observe((message as Took).ms / 1000),
    [CHANNELS.wait]: (message) => {
      const { bidder, ms } = message as Took & { readonly bidder: string };
      if (codes.has(bidder)) handles(bidder).waiting.observe(ms / 1000);
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
  // Series of callable bidders exist before the first call.
  for (const adapter of byOrigin.values()) handles(adapter);
  // Stores and the cache make calls too, under names that are not bidders.
  const codes = new Set(enabled.map(({ code }) => code));
  const listeners = { ...connectionListeners(byOrigin, handles, clock), ...durationListeners(metrics, codes, handles) };
  for (const [channel, listener] of Object.entries(listeners)) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of Object.entries(listeners)) unsubscribe(channel, listener);
  };
}
