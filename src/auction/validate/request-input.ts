/** What the steps of `validate` pass on until the request is complete; unused after that. */
import type { Ext } from '#src/openrtb/ext.ts';
import type { AmpParams } from '../endpoints/amp/amp-params.ts';
import type { VideoRequest } from '../endpoints/video/request.ts';

export interface RequestInput {
  /** The body as text, decompressed; empty once parsed, unless events show it. */
  body: string;
  /** Length of the decompressed body. */
  bodyBytes: number;
  /** Timeout of storage, ms. */
  storageTimeoutMs: number;
  /** Monotonic µs at which it began to count for all look-ups together; undefined: it counts for each. */
  storageBegunUs: number | undefined;
  /** `ext.srv.storedrequest.id` of the body; an empty string counts as present. */
  storedRequestId: string | undefined;
  /** The parsed stored request, with the `srv` key; consumed by the merge. */
  storedRequest: Ext | undefined;
  /** Stored imp id of each imp of the body. */
  storedImpIds: readonly (string | undefined)[];
  /** Stored imps by their ids. */
  storedImps: ReadonlyMap<string, string>;
  /** The query of an AMP request. */
  amp: AmpParams | undefined;
  /** The validated body of a video request. */
  video: VideoRequest | undefined;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** The input before the first step. */
export const newInput = (): RequestInput => ({
  body: '',
  bodyBytes: 0,
  storageTimeoutMs: 0,
  storageBegunUs: undefined,
  storedRequestId: undefined,
  storedRequest: undefined,
  storedImpIds: [],
  storedImps: NONE,
  amp: undefined,
  video: undefined,
});
