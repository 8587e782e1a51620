/** Analytics events on disk: those that wait for their sink, and those that no sink accepted. */
import { z } from 'zod';
import { size } from './analytics-delivery.ts';

export const spoolOptions = z
  .object({
    /**
     * Folder in which events of `file`, `http`, `redis` and `kafka` wait for their sink; they survive a restart. Empty: events wait in memory.
     */
    folder: z.string().default(''),
    /** Max size per sink and process; beyond it the oldest events are dropped and counted. */
    max_size: size('512MB'),
    /** Size of one file; at most a quarter of `max_size` is used. */
    segment_size: size('8MB'),
    /** When written events are forced to the disk: after every write, at intervals, or when the system does it. */
    fsync: z.enum(['always', 'interval', 'never']).default('interval'),
    /** The interval, ms. */
    fsync_ms: z.int().min(1).default(1000),
  })
  .prefault({});

export const deadLetterOptions = z
  .object({
    /** Folder of files with events that a sink rejected or that ran out of attempts; empty: none. */
    folder: z.string().default(''),
    /** Topic of the brokers of `analytics.kafka` that receives them, too or instead; empty: none. */
    topic: z.string().default(''),
    /** Max size of one sink's file; beyond it events are only counted. */
    max_size: size('64MB'),
  })
  .prefault({});
