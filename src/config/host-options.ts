/** Every option of the host and its default, section by section. `docs/CONFIG.md` lists them; a test holds it to this. */
import { z } from 'zod';
import { accountSchema } from './account.ts';
import { adminOptions } from './sections/admin.ts';
import { ampOptions } from './sections/amp.ts';
import { analyticsOptions } from './sections/analytics.ts';
import { auctionOptions } from './sections/auction.ts';
import { bidderOptions } from './sections/bidders.ts';
import { cacheOptions } from './sections/cache.ts';
import { currencyOptions } from './sections/currency.ts';
import { eventOptions } from './sections/events.ts';
import { floorsOptions } from './sections/floors.ts';
import { geolocationOptions } from './sections/geolocation.ts';
import { hookOptions } from './sections/hooks.ts';
import { metricsOptions } from './sections/metrics.ts';
import { previousAuctionOptions } from './sections/previous-auctions.ts';
import { privacyOptions } from './sections/privacy.ts';
import { serverOptions } from './sections/server.ts';
import { storeOptions } from './sections/stores.ts';
import { tapOptions } from './sections/taps.ts';
import { telemetryOptions } from './sections/telemetry.ts';
import { tracingOptions } from './sections/tracing.ts';
import { usersyncOptions } from './sections/usersync.ts';
import { videoOptions } from './sections/video.ts';

export const hostOptions = z.strictObject({
  ...serverOptions,
  ...adminOptions,
  ...ampOptions,
  ...analyticsOptions,
  ...auctionOptions,
  ...bidderOptions,
  ...cacheOptions,
  ...currencyOptions,
  ...eventOptions,
  ...floorsOptions,
  ...geolocationOptions,
  ...hookOptions,
  ...metricsOptions,
  ...previousAuctionOptions,
  ...privacyOptions,
  ...storeOptions,
  ...tapOptions,
  ...telemetryOptions,
  ...tracingOptions,
  ...usersyncOptions,
  ...videoOptions,
  account_defaults: accountSchema.prefault({}),
});

/** The options as set, with defaults. */
export type HostOptions = z.infer<typeof hostOptions>;
