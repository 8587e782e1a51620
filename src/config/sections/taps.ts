/** Taps, console and recordings, and their resource limits. */
import { z } from 'zod';

const KIB = 1024;
const MIB = 1024 * KIB;
const bytes = (defaults: number, min = 0) => z.int().min(min).default(defaults);

export const tapOptions = {
  taps: z
    .strictObject({
      /** WebSocket taps at `/taps` of the admin listener. */
      enabled: z.boolean().default(true),
      /** The live console at `/console` of the admin listener; requires taps. */
      console: z.boolean().default(true),
      /** Permit taps to request recordings: auctions with all data for a replay. */
      recordings: z.boolean().default(true),
      /** Max open taps. */
      max_clients: z.int().min(1).default(200),
      /** ms events are collected before they are sent. */
      flush_ms: z.int().min(1).default(100),
      /** ms between pings; clients that miss one are disconnected. */
      heartbeat_ms: z.int().min(10).default(15_000),
      /** Max events waiting for one client; further ones are dropped, counted and reported. */
      queue_events: z.int().min(1).default(10_000),
      /** The same in bytes. */
      queue_bytes: bytes(2 * MIB, 64 * KIB),
      /** Max bytes waiting for all clients; each event counts once. Half is shared on demand, half is reserved in equal shares. */
      total_queue_bytes: bytes(64 * MIB, MIB),
      /** Events stored for clients that reconnect, and for new clients. */
      ring_events: z.int().min(0).default(2000),
      /** The same in bytes. */
      ring_bytes: bytes(32 * MIB),
      /** ms events are still stored after the last client disconnects. */
      resume_ms: z.int().min(0).default(60_000),
      /** Max body size in events, larger ones are truncated; recordings are complete. */
      max_body_bytes: bytes(128 * KIB),
      /** Rollups: figures of all auctions by account, bidder, media type, country and state. */
      rollups: z
        .strictObject({
          /** ms from one rollup to the next. */
          interval_ms: z.int().min(10).default(1000),
          /** Max keys of a dimension counted in an interval; further ones count as `other`. */
          max_keys: z.int().min(1).default(1000),
          /** Number of keys reported, the busiest first; the rest is added up as `other`. */
          top: z.int().min(1).default(50),
        })
        .prefault({}),
    })
    .prefault({}),
};
