/** What the intake steps hand to each other; of no interest once the request stands. */
import type { Ext } from '#src/wire/ext.ts';
import type { AmpParams } from '../amp/params.ts';
import type { VideoRequest } from '../video/request.ts';

export interface Intake {
  /** The body as text, decompressed. */
  text: string;
  /** ms that storage may take. */
  storageTimeoutMs: number;
  /** `ext.srv.storedrequest.id` of the body; the empty text counts as given. */
  storedRequestId: string | undefined;
  /** The stored request, parsed, our word inside; used up by the merge. */
  storedRequest: Ext | undefined;
  /** Stored imp id of each imp of the body. */
  storedImpIds: readonly (string | undefined)[];
  /** Stored imps by their ids. */
  storedImps: ReadonlyMap<string, string>;
  /** The query of an AMP page's call. */
  amp: AmpParams | undefined;
  /** The body of a video call, checked. */
  video: VideoRequest | undefined;
}

const NONE: ReadonlyMap<string, string> = new Map();

export const newIntake = (): Intake => ({
  text: '',
  storageTimeoutMs: 0,
  storedRequestId: undefined,
  storedRequest: undefined,
  storedImpIds: [],
  storedImps: NONE,
  amp: undefined,
  video: undefined,
});
