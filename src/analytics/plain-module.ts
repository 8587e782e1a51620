/** What the modules with our own options have in common: which events they receive, in our own names, and how they are delivered. */
import type { DeliveryOptions } from '#src/config/sections/analytics.ts';
import { deliveryOf } from './delivery.ts';
import type { AnalyticsModule } from './module.ts';
import { plainJson } from './plain-names.ts';

interface PlainOptions extends DeliveryOptions {
  readonly vendor_id: number;
  readonly timeout_ms: number;
}

/** A module without its sink. @param parallel concurrent attempts; 1 keeps the order of the events */
export const plainModule = (options: PlainOptions, parallel: number): Omit<AnalyticsModule, 'send'> => ({
  kinds: options.events,
  share: options.sample_rate,
  extension: options.extension,
  gvlId: options.vendor_id,
  delivery: deliveryOf(options, options.timeout_ms, parallel),
  encode: (report) => ({ text: plainJson(report, options.extension) }),
});
