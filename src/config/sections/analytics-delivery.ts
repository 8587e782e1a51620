/** Options that all analytics modules of our own share: selection of events, batches, buffers, retries. */
import { z } from 'zod';
import { toBytes, toMillis } from '../units.ts';

/** An option for a number of bytes, with or without a unit. */
export const size = (byDefault: string) =>
  z
    .union([z.string(), z.int()])
    .default(byDefault)
    .refine((value) => toBytes(value) !== undefined, 'must be a size such as 2MB');

/** An option for a duration, in ms or with a unit. */
export const duration = (byDefault: string) =>
  z
    .union([z.string(), z.int()])
    .default(byDefault)
    .refine((value) => toMillis(value) !== undefined, 'must be a duration such as 15m');

/** Kinds of analytics events. */
export const ANALYTICS_KINDS = ['auction', 'amp', 'video', 'cookie_sync', 'setuid', 'notification'] as const;

/** Event selection and delivery. */
export const delivery = {
  /** Kinds of events sent. */
  events: z.array(z.enum(ANALYTICS_KINDS)).default([...ANALYTICS_KINDS]),
  /** Share of auctions sent, 0 to 1; their wins and impressions follow. */
  sample_rate: z.number().min(0).max(1).default(1),
  /** Key of our extension object in sent data: one of the two, or the caller's. */
  extension: z.enum(['srv', 'prebid', 'follow']).default('srv'),
  /** A batch is sent when it reaches this number of events, bytes, or age. */
  batch: z.object({ count: z.int().min(1).default(200), size: size('1MB'), timeout_ms: z.int().min(1).default(1000) }).prefault({}),
  /** Max undelivered events; further ones are dropped and counted. */
  buffer: z.object({ count: z.int().min(1).default(50_000), size: size('64MB') }).prefault({}),
  /** Attempts per batch, with growing pauses; then it is dropped and counted. */
  retry: z
    .object({ attempts: z.int().min(1).default(8), first_ms: z.int().min(1).default(250), max_ms: z.int().min(1).default(30_000) })
    .prefault({}),
};
