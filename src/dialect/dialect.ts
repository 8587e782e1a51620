/**
 * Differences of the two established servers in messages, arithmetic or order. Each topic has one file in `contract/`, implemented in the
 * files of the same name in `go/` and `java/`. The host chooses once (`choose.ts`); domain code calls the given dialect and never checks
 * the variant. Plain switches and numbers are in `config.rules`.
 */

import type { AccountDialect } from './contract/account.ts';
import type { AmpDialect } from './contract/amp.ts';
import type { BidDialect } from './contract/bids.ts';
import type { CacheServiceDialect } from './contract/cache-service.ts';
import type { CollectDialect } from './contract/collect.ts';
import type { EnrichDialect } from './contract/enrich.ts';
import type { EventDialect } from './contract/events.ts';
import type { FanOutDialect } from './contract/fan-out.ts';
import type { FloorsDialect } from './contract/floors.ts';
import type { FpdDialect } from './contract/fpd.ts';
import type { HookDialect } from './contract/hooks.ts';
import type { ImpDialect } from './contract/imp.ts';
import type { InterstitialDialect } from './contract/interstitial.ts';
import type { PriceDialect } from './contract/prices.ts';
import type { PrivacyDialect } from './contract/privacy.ts';
import type { RejectionDialect } from './contract/rejection.ts';
import type { ResponseDialect } from './contract/response.ts';
import type { StoredDialect } from './contract/stored.ts';
import type { StoresDialect } from './contract/stores.ts';
import type { TopicsDialect } from './contract/topics.ts';
import type { TtlDialect } from './contract/ttl.ts';
import type { ValidateDialect } from './contract/validate.ts';
import type { VideoDialect } from './contract/video.ts';
import type { VtrackDialect } from './contract/vtrack.ts';

/** @typeParam S the services that steps and endpoints receive; they contain the dialect itself */
export interface Dialect<S> {
  readonly validate: ValidateDialect<S>;
  readonly stored: StoredDialect;
  readonly account: AccountDialect;
  readonly imp: ImpDialect;
  readonly interstitial: InterstitialDialect;
  readonly topics: TopicsDialect;
  readonly amp: AmpDialect;
  readonly enrich: EnrichDialect;
  /** Chosen by `first_party_data`. */
  readonly fpd: FpdDialect;
  readonly floors: FloorsDialect;
  readonly prices: PriceDialect;
  readonly fanOut: FanOutDialect;
  readonly collect: CollectDialect;
  readonly bids: BidDialect;
  readonly privacy: PrivacyDialect;
  /** Chosen by `response.shape`. */
  readonly response: ResponseDialect<S>;
  /** Chosen by `cache.ttl_rule`. */
  readonly ttl: TtlDialect;
  /** Chosen by `response.shape`. */
  readonly cacheService: CacheServiceDialect;
  readonly rejection: RejectionDialect;
  readonly video: VideoDialect;
  /** Chosen by `event.rules`. */
  readonly events: EventDialect<S>;
  /** Chosen by `vtrack.rules`. */
  readonly vtrack: VtrackDialect<S>;
  readonly hooks: HookDialect;
  readonly stores: StoresDialect;
}
