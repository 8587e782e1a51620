/**
 * Requests at a fixed rate: they start on schedule whether or not earlier ones have ended, so a pause of the server delays all that are
 * scheduled during it, as in production.
 */
import type { Pool } from 'undici';

export interface Paced {
  /** Where to send it. */
  readonly pool: Pool;
  readonly path: string;
  readonly body: Buffer;
  readonly perSecond: number;
  readonly seconds: number;
}

/** `failed`: no response, another status than 200, or no bids. */
export interface PacedResult {
  readonly failed: number;
  /** ms from sending. */
  readonly latencies: readonly number[];
  /** ms from the scheduled start until sending: the server has no part in them. */
  readonly lateness: readonly number[];
}

const rounded = (ms: number): number => Number(ms.toFixed(2));

/** Settles when all requests have ended. */
export async function sendPaced({ pool, path, body, perSecond, seconds }: Paced): Promise<PacedResult> {
  const total = Math.round(perSecond * seconds);
  const latencies: number[] = [];
  const lateness: number[] = [];
  let failed = 0;
  const send = async (dueAt: number): Promise<void> => {
    const sentAt = performance.now();
    lateness.push(rounded(sentAt - dueAt));
    try {
      const response = await pool.request({ method: 'POST', path, headers: { 'content-type': 'text/plain' }, body });
      const text = await response.body.text();
      latencies.push(rounded(performance.now() - sentAt));
      if (response.statusCode !== 200 || !text.includes('"seatbid":[{')) failed++;
    } catch {
      failed++;
    }
  };
  const startedAt = performance.now();
  const sent: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    const tick = (): void => {
      const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * perSecond) + 1);
      while (sent.length < due) sent.push(send(startedAt + (sent.length * 1000) / perSecond));
      if (sent.length < total) setTimeout(tick, 1);
      else resolve();
    };
    tick();
  });
  await Promise.all(sent);
  return { failed, latencies, lateness };
}
