/** Chooses the dialect of a host, once; options may override single topics. */
import type { Services } from '#src/auction/services.ts';
import type { Variant } from '#src/config/rule-set.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { GO } from './go/go.ts';
import { JAVA } from './java/java.ts';

const DIALECTS: { readonly [variant in Variant]: Services['dialect'] } = { go: GO, java: JAVA };

/** @returns the dialect of `variant`, with the topics that `rules` override */
export const chooseDialect = ({ variant, rules }: Pick<HostConfig, 'variant' | 'rules'>): Services['dialect'] => ({
  ...DIALECTS[variant],
  fpd: DIALECTS[rules.fpdDialect].fpd,
  response: DIALECTS[rules.responseShape].response,
  cacheService: DIALECTS[rules.responseShape].cacheService,
  ttl: DIALECTS[rules.ttlDialect].ttl,
  events: DIALECTS[rules.eventDialect].events,
  vtrack: DIALECTS[rules.vtrackDialect].vtrack,
});
