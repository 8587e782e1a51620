/** The Java variant. */
import type { Dialect } from '../dialect.ts';
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
import { imp } from './imp.ts';
import { interstitial } from './interstitial.ts';
import { prices } from './prices.ts';
import { privacy } from './privacy.ts';
import { rejection } from './rejection.ts';
import { response } from './response.ts';
import { stored } from './stored.ts';
import { topics } from './topics.ts';
import { ttl } from './ttl.ts';
import { validate } from './validate.ts';
import { video } from './video.ts';
import { vtrack } from './vtrack.ts';

export const JAVA: Dialect = {
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
  imp,
  interstitial,
  prices,
  privacy,
  rejection,
  response,
  stored,
  topics,
  ttl,
  validate,
  video,
  vtrack,
};
