/**
 * The contract of an analytics module: one file in this folder whose default export is made by `defineAnalytics`. The registry finds it;
 * its options are `analytics.<key>` of the settings. The data it receives is already masked for it.
 */

import type { ZodType } from 'zod';
import type { Rules } from '#src/config/rule-set.ts';
import type { FetchBody } from '#src/net/fetch-body.ts';
import type { Post } from '#src/net/post.ts';
import type { ExtKey } from '#src/openrtb/rename.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { Random } from '#src/platform/random.ts';
import type { AuctionReport } from './auction-report.ts';
import type { AnalyticsKind } from './kinds.ts';
import type { NotificationReport, SyncReport } from './reports.ts';

/** An event as one module may see it. */
export type Report = AuctionReport | SyncReport | NotificationReport;

/** One encoded event and its batch: events of different channels are sent separately. */
export interface EncodedEvent {
  readonly text: string;
  readonly channel?: string | undefined;
}

/** The content of one delivery. */
export interface Parcel {
  readonly channel: string;
  readonly items: readonly { readonly id: string; readonly text: string; readonly at: number }[];
}

/** How events are collected, buffered and sent; sizes in bytes. */
export interface Delivery {
  readonly batch: { readonly count: number; readonly bytes: number; readonly ms: number };
  readonly buffer: { readonly count: number; readonly bytes: number };
  readonly retry: { readonly attempts: number; readonly firstMs: number; readonly maxMs: number };
  readonly timeoutMs: number;
  readonly parallel: number;
  /** Events may wait in the spool, if there is one, and are then sent until they are accepted. */
  readonly mayWaitOnDisk?: boolean | undefined;
}

/** Operations a module may request of its pipeline. */
export interface PipelineControl {
  /** Sends the waiting events of a channel now. */
  flush(channel: string): void;
}

export interface AnalyticsModule {
  /** Kinds of events it receives. */
  readonly kinds: readonly AnalyticsKind[];
  /** Share of auctions it receives, 0 to 1. */
  readonly share: number;
  /** Extension key of the data it receives; `follow`: the caller's. */
  readonly extension: ExtKey | 'follow';
  /** Id in the vendor list; 0: none. */
  readonly gvlId: number;
  /** The module checks the user's consent itself. */
  readonly needsConsent?: boolean | undefined;
  readonly delivery: Delivery;
  /** Encodes an event; undefined: not relevant. Runs after the response was sent; must not block or modify its input. */
  encode(report: Report): EncodedEvent | undefined;
  /** Sends a parcel; rejects if that failed and may be retried. */
  send(parcel: Parcel, signal: AbortSignal): Promise<void>;
  start?(control: PipelineControl): void;
  /** Called when the pipeline is empty: releases all resources. */
  stop?(): Promise<void>;
}

/** Services modules may use. */
export interface AnalyticsEnv {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly post: Post;
  readonly fetchBody: FetchBody;
  /** Version of the server, without its name. */
  readonly version: string;
  readonly rules: Rules;
}

export interface AnalyticsDefinition<Options = never> {
  /** Key of its options: `analytics.<key>`. */
  readonly key: string;
  /** Name in activities, accounts and `ext.srv.analytics`. */
  readonly name: string;
  /** Its name if the host follows the Java variant. */
  readonly javaName?: string | undefined;
  readonly options: ZodType<Options>;
  /** Undefined: not enabled. @throws Error with a message for the author of the options */
  create(options: Options, env: AnalyticsEnv): AnalyticsModule | undefined;
}

const defined = new WeakSet<object>();

/** Declares a module: the default export of its file. */
export function defineAnalytics<Options>(definition: AnalyticsDefinition<Options>): AnalyticsDefinition<Options> {
  defined.add(definition);
  return definition;
}

/** Whether a value was made by `defineAnalytics`. */
export const isAnalyticsDefinition = (value: unknown): value is AnalyticsDefinition<unknown> =>
  typeof value === 'object' && value !== null && defined.has(value);

/** A module with its name on this host. */
export interface NamedModule extends AnalyticsModule {
  readonly name: string;
}
