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
      /** ms the stored request may take. Default: as any other. */
      stored_requests_timeout_ms: z.int().min(1).optional(),
      /** ms of a request without `tmax` (Go variant). */
      default_tmax_ms: z.int().min(1).default(5000),
      /** What is taken out of the log of a debugging request, as a regular expression; empty: angle brackets only. */
      escape_log_cache_regex: z.string().refine(isPattern, 'not a regular expression').default(''),
      /** The most imps all pods of a request may come to. */
      max_imps: z.int().min(1).default(1000),
    })
    .prefault({}),
  /** The Go variant's spelling of `video.stored_request_required`. */
  video_stored_request_required: z.boolean().default(false),
  /** Headers by which a queue in front of the host tells how long (s) a request waited and how long it may. */
  request_timeout_headers: z
    .object({ request_time_in_queue: z.string().default(''), request_timeout_in_queue: z.string().default('') })
    .prefault({}),
};
