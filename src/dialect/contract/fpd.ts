import type { FpdRules } from '#src/auction/enrich/fpd/resolve.ts';

/** First-party data of single bidders. */
export interface FpdDialect {
  /** @param isStrict a request may contain only one of app, site and dooh */
  rules(isStrict: boolean): FpdRules;
  /** Aliases of the request are found in any case. */
  readonly aliasesInAnyCase: boolean;
  /** First-party data of imps is for the same bidders, in one place of their extension. */
  readonly coversImps: boolean;
}
