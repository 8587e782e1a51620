/**
 * Connections to bidders, from undici's diagnostics; watched only where the host's settings ask for it. A connection belongs to the
 * bidder whose endpoint has its origin.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { KnownBidder } from '#src/bidders/registry.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Clock } from '#src/outside/clock.ts';
import { CHANNELS, type Took } from '#src/outside/connector.ts';
import type { Counter, Histogram, Metrics } from '#src/outside/metrics.ts';
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
    reused: counter('reused', 'Calls made on a connection that was there.'),
    failed: counter('dial_errors', 'Connections that could not be opened.'),
    dialing: dial
      ? metrics.histogram('adapter_connection_dial_time', 'Seconds until a connection stood.', BUCKETS.dialSeconds, { adapter })
      : undefined,
    waiting: metrics.histogram('adapter_connection_wait', 'Seconds a call waited for a connection, opened or free.', BUCKETS.dialSeconds, {
      adapter,
    }),
  };
}

/** A usual port is the empty text in either. */
const originOf = ({ protocol, hostname, port }: Connecting['connectParams']): string => `${protocol}//${hostname}:${port}`;

/** Origin → bidder, of endpoints whose host is not a macro. */
function origins(bidders: readonly KnownBidder[]): ReadonlyMap<string, string> {
  const byOrigin = new Map<string, string>();
  for (const { code, info: facts } of bidders) {
    if (URL.canParse(facts.endpoint)) byOrigin.set(originOf(new URL(facts.endpoint)), code);
  }
  return byOrigin;
}

/** Watches until the result is called. */
export function watchConnections(
  bidders: Iterable<KnownBidder>,
  disabled: HostConfig['metrics']['disabled_metrics'],
  metrics: Metrics,
  clock: Clock,
): () => void {
  if (disabled.adapter_connections_metrics) return () => {};
  const enabled = [...bidders].filter(({ info: facts }) => facts.enabled);
  const byOrigin = origins(enabled);
  // Stores and the cache make calls too; their names are no bidders'.
  const codes = new Set(enabled.map(({ code }) => code));
  const handles = byLabel((adapter) => handlesOf(metrics, adapter, !disabled.adapter_connections_dial_metrics));
  /** Starts of attempts by origin, oldest first: undici does not tell which attempt came to an end. */
  const begun = byLabel<number[]>(() => []);
  const owners = new WeakMap<object, { readonly handles: Handles; used: boolean }>();
  const of = ({ connectParams }: Connecting): Handles | undefined => {
    const adapter = byOrigin.get(originOf(connectParams));
    return adapter === undefined ? undefined : handles(adapter);
  };
  // Series of bidders that may be called exist before the first call.
  for (const adapter of byOrigin.values()) handles(adapter);
  const [lookups, handshakes] = [
    metrics.histogram('dns_lookup_time', 'Seconds to find the address of a bidder.', BUCKETS.dialSeconds),
    metrics.histogram('tls_handshake_time', 'Seconds of TLS handshakes with bidders.', BUCKETS.dialSeconds),
  ];
  const listeners: { [channel: string]: (message: unknown) => void } = {
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
  listeners[CHANNELS.lookup] = (message) => lookups.observe((message as Took).ms / 1000);
  listeners[CHANNELS.handshake] = (message) => handshakes.observe((message as Took).ms / 1000);
  listeners[CHANNELS.wait] = (message) => {
    const { bidder, ms } = message as Took & { readonly bidder: string };
    if (codes.has(bidder)) handles(bidder).waiting.observe(ms / 1000);
  };
  for (const [channel, listener] of Object.entries(listeners)) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of Object.entries(listeners)) unsubscribe(channel, listener);
  };
}
