/** The process itself: time, memory, garbage collection, how well its event loop keeps up. Names are those of the usual Node client. */
import { constants, monitorEventLoopDelay, PerformanceObserver, performance } from 'node:perf_hooks';
import type { Histogram, MetricsRegistry } from '#src/outside/metrics.ts';

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
      metrics.histogram('nodejs_gc_duration_seconds', 'Seconds of garbage collections by kind.', GC_SECONDS, { kind: name }),
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

/** Watches this process until the result is called. Gauges are set when somebody reads. */
export function watchProcess(metrics: MetricsRegistry): () => void {
  const gauge = (name: string, help: string, labels = {}) => metrics.gauge(name, help, labels);
  const cpu = metrics.counter('process_cpu_seconds_total', 'CPU seconds, user and system.');
  const memory = {
    rss: gauge('process_resident_memory_bytes', 'Resident memory.'),
    heapTotal: gauge('nodejs_heap_size_total_bytes', 'Heap, in all.'),
    heapUsed: gauge('nodejs_heap_size_used_bytes', 'Heap, used.'),
    external: gauge('nodejs_external_memory_bytes', 'Memory outside the heap.'),
    arrayBuffers: gauge('nodejs_array_buffers_bytes', 'Buffers, part of the memory outside the heap.'),
  };
  const lag = (quantile: string) => gauge('nodejs_eventloop_lag_seconds', 'Delay of the event loop since the last reading.', { quantile });
  const lags = [
    [50, lag('0.5')],
    [99, lag('0.99')],
    [100, lag('1')],
  ] as const;
  const utilization = gauge('nodejs_eventloop_utilization', 'Share of time the event loop was busy since the last reading.');
  gauge('process_start_time_seconds', 'When the process started, epoch seconds.').set(performance.timeOrigin / 1000);
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
