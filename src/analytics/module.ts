/**
 * The contract of an analytics module: one file in this folder whose default export is made by `defineAnalytics`. The registry finds
 * it; its options stand in `analytics.<key>` of the host's settings. What it gets is already cut to what it may see.
 */
import type { ZodType } from 'zod';
import type { ANALYTICS_KINDS } from '#src/config/sections/analytics.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { FetchText } from '#src/outside/fetch-text.ts';
import type { Log } from '#src/outside/log.ts';
import type { Post } from '#src/outside/post.ts';
import type { Random } from '#src/outside/random.ts';
import type { Word } from '#src/wire/rename.ts';
import type { AuctionReport } from './auction-report.ts';
import type { NotificationReport, SyncReport } from './reports.ts';

export type AnalyticsKind = (typeof ANALYTICS_KINDS)[number];
export type AuctionKind = Extract<AnalyticsKind, 'auction' | 'amp' | 'video'>;

/** What happened, as one module may see it. */
export type Report = AuctionReport | SyncReport | NotificationReport;

/** The text of one event as it will be sent, and the batch it belongs to: texts of different channels are sent apart. */
export interface Told {
  readonly text: string;
  readonly channel?: string | undefined;
}

/** What is sent at once. */
export interface Parcel {
  readonly channel: string;
  readonly items: readonly { readonly text: string; readonly at: number }[];
}

/** How texts are gathered, held and sent; sizes in bytes. */
export interface Delivery {
  readonly batch: { readonly count: number; readonly bytes: number; readonly ms: number };
  readonly buffer: { readonly count: number; readonly bytes: number };
  readonly retry: { readonly attempts: number; readonly firstMs: number; readonly mostMs: number };
  readonly timeoutMs: number;
  readonly parallel: number;
}

/** What a module may ask of its pipeline. */
export interface PipelineControl {
  /** Sends what waits on a channel now. */
  flush(channel: string): void;
}

export interface AnalyticsModule {
  /** Events it is told of. */
  readonly kinds: readonly AnalyticsKind[];
  /** Share of auctions it is told of, 0 to 1. */
  readonly share: number;
  /** Word for our extension object in what it is told; `follow`: the caller's. */
  readonly extension: Word | 'follow';
  /** In the vendor list; 0: none. */
  readonly gvlId: number;
  /** It looks for the user's consent itself. */
  readonly asksConsent?: boolean | undefined;
  readonly delivery: Delivery;
  /** An event as text; undefined: of no interest. Runs after the reply was sent; must not wait and not write to what it is given. */
  encode(report: Report): Told | undefined;
  /** Sends; rejects where that failed and may be tried again. */
  send(parcel: Parcel, signal: AbortSignal): Promise<void>;
  start?(control: PipelineControl): void;
  /** The pipeline is empty: let go of everything. */
  stop?(): Promise<void>;
}

/** What modules may use. */
export interface AnalyticsEnv {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly post: Post;
  readonly fetchText: FetchText;
  /** Of the server, without the name. */
  readonly version: string;
  readonly variant: 'go' | 'java';
}

export interface AnalyticsDefinition<Options = never> {
  /** Of its options: `analytics.<key>`. */
  readonly key: string;
  /** By which activities, accounts and `ext.srv.analytics` know it. */
  readonly name: string;
  /** Its name where the host follows the Java variant. */
  readonly javaName?: string | undefined;
  readonly options: ZodType<Options>;
  /** Undefined: not switched on. @throws Error with a text for whoever wrote the options */
  create(options: Options, env: AnalyticsEnv): AnalyticsModule | undefined;
}

const defined = new WeakSet<object>();

export function defineAnalytics<Options>(definition: AnalyticsDefinition<Options>): AnalyticsDefinition<Options> {
  defined.add(definition);
  return definition;
}

export const isAnalyticsDefinition = (value: unknown): value is AnalyticsDefinition<unknown> =>
  typeof value === 'object' && value !== null && defined.has(value);

/** A module with the name it goes by on this host. */
export interface NamedModule extends AnalyticsModule {
  readonly name: string;
}
