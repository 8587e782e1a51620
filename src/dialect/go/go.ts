/** The Go variant. */
import type { Dialect } from '../dialect.ts';
import { account } from './account.ts';
import { amp } from './amp.ts';
import { bids } from './bids.ts';
import { collect } from './collect.ts';
import { enrich } from './enrich.ts';
import { fanOut } from './fan-out.ts';
import { floors } from './floors.ts';
import { fpd } from './fpd.ts';
import { imp } from './imp.ts';
import { interstitial } from './interstitial.ts';
import { prices } from './prices.ts';
import { privacy } from './privacy.ts';
import { stored } from './stored.ts';
import { topics } from './topics.ts';
import { validate } from './validate.ts';

export const GO: Dialect = {
  account,
  amp,
  bids,
  collect,
  enrich,
  fanOut,
  floors,
  fpd,
  imp,
  interstitial,
  prices,
  privacy,
  stored,
  topics,
  validate,
};
