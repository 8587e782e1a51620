/** A circuit breaker: after several failures, requests pause for a while. */
import { z } from 'zod';

export const circuitBreaker = {
  /** Pause requests to a failing service. */
  enabled: z.boolean().default(false),
  /** Failures within the opening interval that open the breaker. */
  opening_threshold: z.int().min(1).default(1),
  /** Time window (ms) for counting failures. */
  opening_interval_ms: z.int().min(1).default(1000),
  /** Pause (ms) before the next attempt. */
  closing_interval_ms: z.int().min(1).default(1000),
};
