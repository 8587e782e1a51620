/** A circuit breaker: after some failures nothing is asked for a while. */
import { z } from 'zod';

export const circuitBreaker = {
  /** Stop asking what keeps failing. */
  enabled: z.boolean().default(false),
  /** Failures within the opening interval after which nothing is asked. */
  opening_threshold: z.int().min(1).default(1),
  /** ms within which failures count. */
  opening_interval_ms: z.int().min(1).default(1000),
  /** ms until one more is tried. */
  closing_interval_ms: z.int().min(1).default(1000),
};
