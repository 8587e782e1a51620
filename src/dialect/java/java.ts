/** The Java variant. */
import type { Dialect } from '../dialect.ts';
import { account } from './account.ts';
import { amp } from './amp.ts';
import { enrich } from './enrich.ts';
import { floors } from './floors.ts';
import { fpd } from './fpd.ts';
import { imp } from './imp.ts';
import { interstitial } from './interstitial.ts';
import { stored } from './stored.ts';
import { topics } from './topics.ts';
import { validate } from './validate.ts';

export const JAVA: Dialect = { account, amp, enrich, floors, fpd, imp, interstitial, stored, topics, validate };
