/** Kinds of events for analytics modules. */
import type { ANALYTICS_KINDS } from '#src/config/sections/analytics-delivery.ts';

export type AnalyticsKind = (typeof ANALYTICS_KINDS)[number];

export type AuctionKind = Extract<AnalyticsKind, 'auction' | 'amp' | 'video'>;
