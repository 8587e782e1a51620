/** The process itself: time, memory, garbage collection, event loop delay. Names are those of the common Node client. */
import { constants, monitorEventLoopDelay, PerformanceObserver, performance } from 'node:perf_hooks';
import type { Histogram, MetricsRegistry } from '#src/platform/metrics.ts';

const GC_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];

const GC_KINDS = new Map<unknown, string>([
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weakcb'],
]);

function observeGc(metrics: MetricsRegistry): PerformanceObserver {
  const byKind = new Map<unknown, Histogram>();
  for (const [kind, name] of GC_KINDS) {
    byKind.set(
      kind,
      metrics.histogram('nodejs_gc_duration_seconds', 'Duration of garbage collections by kind, seconds.', GC_SECONDS, { kind: name }),
    );
  }
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { duration, detail } = entry as typeof entry & { readonly detail?: { readonly kind?: number } };
      byKind.get(detail?.kind)?.observe(duration / 1000);
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  return observer;
}

const SECOND_NS = 1e9;

/** Observes this process until the returned function is called. Gauges are set on each read. */
export function observeProcess(metrics: MetricsRegistry): () => void {
  const gauge = (name: string, help: string, labels = {}) => metrics.gauge(name, help, labels);
  const cpu = metrics.counter('process_cpu_seconds_total', 'CPU time, user and system, seconds.');
  const memory = {
    rss: gauge('process_resident_memory_bytes', 'Resident memory, bytes.'),
    heapTotal: gauge('nodejs_heap_size_total_bytes', 'Total heap size, bytes.'),
    heapUsed: gauge('nodejs_heap_size_used_bytes', 'Used heap size, bytes.'),
    external: gauge('nodejs_external_memory_bytes', 'External memory, bytes.'),
    arrayBuffers: gauge('nodejs_array_buffers_bytes', 'Buffers, part of the external memory, bytes.'),
  };
  const lag = (quantile: string) => gauge('nodejs_eventloop_lag_seconds', 'Event loop delay since the last read.', { quantile });
  const lags = [
    [50, lag('0.5')],
    [99, lag('0.99')],
    [100, lag('1')],
  ] as const;
  const utilization = gauge('nodejs_eventloop_utilization', 'Event loop utilization since the last read, 0 to 1.');
  gauge('process_start_time_seconds', 'Process start time, epoch seconds.').set(performance.timeOrigin / 1000);
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const gc = observeGc(metrics);
  let [cpuBefore, loopBefore] = [0, performance.eventLoopUtilization()];
  const forget = metrics.beforeReading(() => {
    const { user, system } = process.cpuUsage();
    cpu.add((user + system) / 1e6 - cpuBefore);
    cpuBefore = (user + system) / 1e6;
    const used = process.memoryUsage();
    for (const [name, handle] of Object.entries(memory)) handle.set(used[name as keyof typeof memory]);
    for (const [percent, handle] of lags) handle.set(Math.max(0, delay.percentile(percent) / SECOND_NS - 0.02));
    delay.reset();
    const loop = performance.eventLoopUtilization();
    utilization.set(performance.eventLoopUtilization(loop, loopBefore).utilization);
    loopBefore = loop;
  });
  return () => {
    forget();
    gc.disconnect();
    delay.disable();
  };
}
