/** The endpoint for ad pods of video streams. */
import { z } from 'zod';

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'g').global;
  } catch {
    return false;
  }
}

export const videoOptions = {
  video: z
    .object({
      /** Off: 501 (go) or 410 (java). */
      enable_deprecated_endpoint: z.boolean().default(true),
      /** Requests must name a stored one. Default: `video_stored_request_required`. */
      stored_request_required: z.boolean().optional(),
      /** Timeout of the stored request, ms. Default: as for other endpoints. */
      stored_requests_timeout_ms: z.int().min(1).optional(),
      /** Default `tmax` (Go variant). */
      default_tmax_ms: z.int().min(1).default(5000),
      /** A regular expression of text removed from the log of a debugging request; empty: angle brackets only. */
      escape_log_cache_regex: z.string().refine(isPattern, 'not a regular expression').default(''),
      /** Max imps of all pods of a request. */
      max_imps: z.int().min(1).default(1000),
      /** Max total length of the copies of a request's `video`, one per imp, characters of JSON. */
      max_copied_chars: z.int().min(1).default(1_000_000),
    })
    .prefault({}),
  /** The Go variant's name of `video.stored_request_required`. */
  video_stored_request_required: z.boolean().default(false),
  /** Headers of a queue in front of the host with the time (s) a request waited and its limit. */
  request_timeout_headers: z
    .object({ request_time_in_queue: z.string().default(''), request_timeout_in_queue: z.string().default('') })
    .prefault({}),
};
