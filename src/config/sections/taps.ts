/** Taps, console and recordings: what those who watch the host may cost it. */
import { z } from 'zod';

const KIB = 1024;
const MIB = 1024 * KIB;
const bytes = (usual: number, least = 0) => z.int().min(least).default(usual);

export const tapOptions = {
  taps: z
    .strictObject({
      /** WebSocket taps at `/taps` of the admin listener. */
      enabled: z.boolean().default(true),
      /** The live console at `/console` of the admin listener; it lives on taps. */
      console: z.boolean().default(true),
      /** Whether a tap may ask for auctions with all that is needed to run them again. */
      recordings: z.boolean().default(true),
      /** Taps open at once. */
      max_clients: z.int().min(1).default(200),
      /** ms events are gathered before they are written. */
      flush_ms: z.int().min(1).default(100),
      /** ms between pings; a client that answers none is hung up on. */
      heartbeat_ms: z.int().min(10).default(15_000),
      /** What waits for one client; past either further events are dropped, counted and told. */
      queue_events: z.int().min(1).default(10_000),
      /** The same in bytes. */
      queue_bytes: bytes(2 * MIB, 64 * KIB),
      /** What waits for all clients together, bytes; each event counts once. Half is for whoever needs it, half is kept in equal shares. */
      total_bytes: bytes(64 * MIB, MIB),
      /** Events kept for those who come back, and for a first look. */
      ring_events: z.int().min(0).default(2000),
      /** The same in bytes. */
      ring_bytes: bytes(32 * MIB),
      /** ms events go on being kept after the last client has gone. */
      resume_ms: z.int().min(0).default(60_000),
      /** Longer bodies are cut in events; recordings are whole. */
      max_body_bytes: bytes(128 * KIB),
    })
    .prefault({}),
};
