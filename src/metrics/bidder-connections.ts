/**
 * Connections to bidders, from undici's diagnostics; watched only where the host's settings ask for it. A connection belongs to the
 * bidder whose endpoint has its host.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { KnownBidder } from '#src/bidders/registry.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { Counter, Histogram, Metrics } from '#src/outside/metrics.ts';
import { BUCKETS } from './buckets.ts';
import { byLabel } from './labelled.ts';

interface Connecting {
  readonly connectParams: { readonly hostname: string };
}
interface Sending {
  readonly socket: object;
}

interface Handles {
  readonly created: Counter;
  readonly reused: Counter;
  readonly failed: Counter;
  readonly dialing: Histogram | undefined;
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
  };
}

/** Host name → bidder, of endpoints whose host is not a macro. */
function hosts(bidders: Iterable<KnownBidder>): ReadonlyMap<string, string> {
  const byHost = new Map<string, string>();
  for (const { code, facts } of bidders) {
    if (URL.canParse(facts.endpoint)) byHost.set(new URL(facts.endpoint).hostname, code);
  }
  return byHost;
}

/** Watches until the result is called. */
export function watchConnections(
  bidders: Iterable<KnownBidder>,
  disabled: HostConfig['metrics']['disabled_metrics'],
  metrics: Metrics,
  clock: Clock,
): () => void {
  if (disabled.adapter_connections_metrics) return () => {};
  const byHost = hosts(bidders);
  const handles = byLabel((adapter) => handlesOf(metrics, adapter, !disabled.adapter_connections_dial_metrics));
  /** Starts of attempts by host, oldest first: undici does not tell which attempt came to an end. */
  const begun = byLabel<number[]>(() => []);
  const owners = new WeakMap<object, { readonly handles: Handles; used: boolean }>();
  const of = ({ connectParams }: Connecting): Handles | undefined => {
    const adapter = byHost.get(connectParams.hostname);
    return adapter === undefined ? undefined : handles(adapter);
  };
  const listeners: { readonly [channel: string]: (message: unknown) => void } = {
    'undici:client:beforeConnect': (message) => {
      const { hostname } = (message as Connecting).connectParams;
      if (byHost.has(hostname)) begun(hostname).push(clock.micros());
    },
    'undici:client:connected': (message) => {
      const { connectParams, socket } = message as Connecting & Sending;
      const own = of({ connectParams });
      if (!own) return;
      own.created.add();
      const startedUs = begun(connectParams.hostname).shift();
      if (startedUs !== undefined) own.dialing?.observe((clock.micros() - startedUs) / 1e6);
      owners.set(socket, { handles: own, used: false });
    },
    'undici:client:connectError': (message) => {
      const own = of(message as Connecting);
      if (!own) return;
      own.failed.add();
      begun((message as Connecting).connectParams.hostname).shift();
    },
    'undici:client:sendHeaders': (message) => {
      const owner = owners.get((message as Sending).socket);
      if (owner?.used) owner.handles.reused.add();
      if (owner) owner.used = true;
    },
  };
  for (const [channel, listener] of Object.entries(listeners)) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of Object.entries(listeners)) unsubscribe(channel, listener);
  };
}
