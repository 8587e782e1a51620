/** Every option of the host and its default, section by section. `docs/CONFIG.md` lists them; a test holds it to this. */
import { z } from 'zod';
import { accountSchema } from './account.ts';
import { ampOptions } from './sections/amp.ts';
import { analyticsOptions } from './sections/analytics.ts';
import { auctionOptions } from './sections/auction.ts';
import { bidderOptions } from './sections/bidders.ts';
import { cacheOptions } from './sections/cache.ts';
import { currencyOptions } from './sections/currency.ts';
import { eventOptions } from './sections/events.ts';
import { floorsOptions } from './sections/floors.ts';
import { privacyOptions } from './sections/privacy.ts';
import { serverOptions } from './sections/server.ts';
import { storeOptions } from './sections/stores.ts';
import { tapOptions } from './sections/taps.ts';
import { usersyncOptions } from './sections/usersync.ts';

export const hostSchema = z.strictObject({
  ...serverOptions,
import { videoOptions } from './sections/video.ts';
  ...auctionOptions,
  ...bidderOptions,
  ...cacheOptions,
  ...ampOptions,
  ...analyticsOptions,
  ...currencyOptions,
  ...eventOptions,
  ...floorsOptions,
  ...privacyOptions,
  ...storeOptions,
  ...tapOptions,
  ...usersyncOptions,
  account_defaults: accountSchema.prefault({}),
});

export type HostConfig = z.infer<typeof hostSchema>;
export type HostConfigInput = z.input<typeof hostSchema>;
  ...videoOptions,
