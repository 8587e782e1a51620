/** What admission control did: metrics, and an event for taps. */
import type { Services } from '#src/auction/services.ts';

const REASONS = ['live', 'wait', 'age'] as const;
/** `live`: too many auctions in flight; `wait`: it would wait too long for its start; `age`: it waited too long. */
export type RejectReason = (typeof REASONS)[number];

/** Min ms between two events. */
const EVENT_MS = 250;

export interface AdmissionReport {
  /** Auctions in flight. */
  live(count: number): void;
  /** Requests that wait for their start. */
  waiting(count: number): void;
  rejected(reason: RejectReason): void;
}

/** Reports nothing. */
export const silentReport: AdmissionReport = { live() {}, waiting() {}, rejected() {} };

/** Reports rejections one by one in metrics, and to taps at most once per 250 ms with the count of each reason. */
export function reportAdmission({ metrics, bus, clock }: Pick<Services, 'metrics' | 'bus' | 'clock'>): AdmissionReport {
  const live = metrics.gauge('auctions_live', 'Auctions in flight.');
  const waiting = metrics.gauge('auctions_waiting', 'Requests that wait for the start of their auction.');
  const counter = (reason: RejectReason) =>
    metrics.counter('admission_rejected', 'Requests rejected with 503 before their auction, by reason.', { reason });
  const counters = { live: counter('live'), wait: counter('wait'), age: counter('age') };
  const unreported = { live: 0, wait: 0, age: 0 };
  let isReported = true;
  let reportedAt = 0;
  const report = (): void => {
    const at = clock.now();
    if (at - reportedAt < EVENT_MS) return;
    reportedAt = at;
    isReported = true;
    bus.publish({ v: 1, kind: 'admin', at, data: { action: 'requests rejected', ...unreported } });
    for (const each of REASONS) unreported[each] = 0;
  };
  return {
    live(count) {
      live.set(count);
      // The last ones of a burst have no rejection after them.
      if (!isReported) report();
    },
    waiting: (count) => waiting.set(count),
    rejected(reason) {
      counters[reason].add();
      if (!bus.hasSubscribers('admin')) return;
      unreported[reason]++;
      isReported = false;
      report();
    },
  };
}
