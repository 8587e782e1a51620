/** The Go variant. */
import type { Services } from '#src/auction/services.ts';
import { account } from './account.ts';
import { amp } from './amp.ts';
import { bids } from './bids.ts';
import { cacheService } from './cache-service.ts';
import { collect } from './collect.ts';
import { enrich } from './enrich.ts';
import { events } from './events.ts';
import { fanOut } from './fan-out.ts';
import { floors } from './floors.ts';
import { fpd } from './fpd.ts';
import { hooks } from './hooks.ts';
import { imp } from './imp.ts';
import { interstitial } from './interstitial.ts';
import { prices } from './prices.ts';
import { privacy } from './privacy.ts';
import { rejection } from './rejection.ts';
import { response } from './response.ts';
import { stored } from './stored.ts';
import { stores } from './stores.ts';
import { topics } from './topics.ts';
import { ttl } from './ttl.ts';
import { validate } from './validate.ts';
import { video } from './video.ts';
import { vtrack } from './vtrack.ts';

export const GO: Services['dialect'] = {
  account,
  amp,
  bids,
  cacheService,
  collect,
  enrich,
  events,
  fanOut,
  floors,
  fpd,
  hooks,
  imp,
  interstitial,
  prices,
  privacy,
  rejection,
  response,
  stored,
  stores,
  topics,
  ttl,
  validate,
  video,
  vtrack,
};
