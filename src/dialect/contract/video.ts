import type { VideoRequest } from '#src/auction/endpoints/video/request.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Ext, ResponseExt } from '#src/openrtb/ext.ts';

/** The video endpoint. */
export interface VideoDialect {
  /** The message that rejects an empty body; undefined: it is parsed like any other. */
  readonly emptyBody: string | undefined;
  /** The messages if the stored request is unavailable. */
  storedFailed(errors: readonly string[]): string[];
  /** The message if a stored request that the host requires does not exist; undefined: that of the store. */
  readonly requiredMissing: string | undefined;
  /** The message that rejects a request without a user agent; undefined: it is optional. */
  readonly noUserAgent: string | undefined;
  /** A missing `podconfig` has its own error. */
  readonly needsPodConfig: boolean;
  /** The message for durations not above 0. */
  readonly notPositive: string;
  /** The errors that are reported. */
  rejections(errors: readonly string[]): readonly string[];
  /** Prefix of the errors of all pods. */
  readonly podsLead: string;
  /** The message for a pod whose stored imp is missing. */
  unknownPod(podId: number, configId: string): string;
  /** A pod shorter than every ad has one imp per duration. */
  readonly fillsShortPods: boolean;
  /** The granularity for the auction. */
  granularity(wanted: VideoRequest['pricegranularity']): VideoRequest['pricegranularity'];
  /** Whether bids may be rounded up to an allowed duration. */
  rounds(isExact: boolean | undefined): boolean;
  /** `tmax` (ms) for a request without one. */
  tmax(config: HostConfig): number | undefined;
  /** `errors` of a pod without errors. */
  readonly noErrors: null | undefined;
  /** Content of a cached debug log, by its elements. */
  logOf(elements: { readonly request: string; readonly headers: string; readonly response: string }): string;
  /** Lifetime of a cached debug log, by that of the host and the account's of videos (0: none). */
  logTtlSeconds(host: number, account: number): number;
  /** Key-values of pods include deals. */
  readonly showsDeals: boolean;
  /** `ext` of the response; undefined: none. @param isTest the request is test traffic */
  ext(ext: ResponseExt | undefined, isTest: boolean): Ext | undefined;
  /** Response of a disabled endpoint. */
  readonly off: { readonly status: number; readonly text: string };
  /** Currencies of the auction's request. */
  cur(config: HostConfig): string[] | undefined;
}
