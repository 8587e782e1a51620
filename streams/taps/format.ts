/** How events become the bytes of a client's messages. */
import type { Frame } from './client.ts';
import { eventText } from './messages.ts';
import type { Entry } from './ring.ts';
import type { Subscription } from './subscription.ts';

export interface Format {
  readonly name: string;
  /** Frames of the events that match, in order. */
  encode(entries: readonly Entry[], wanted: Subscription): Frame[];
}

/** Frames are filled up to so many bytes. */
const FRAME_BYTES = 64 * 1024;

/** Our own format: one line an event, many lines a frame. */
export const lines: Format = {
  name: 'lines',
  encode(entries, wanted) {
    const frames: Frame[] = [];
    let texts: string[] = [];
    let length = 0;
    let first = 0;
    for (const [index, entry] of entries.entries()) {
      const text = eventText(entry, wanted);
      if (texts.length === 0) first = entry.seq;
      texts.push(text, '\n');
      length += text.length;
      if (length < FRAME_BYTES && index < entries.length - 1) continue;
      frames.push({ bytes: Buffer.from(texts.join('')), events: texts.length / 2, first, last: entry.seq });
      texts = [];
      length = 0;
    }
    return frames;
  },
};
