/** How events become the bytes of a client's messages. */
import { FRAME_BYTES, Frame, type Line, toLine } from './frame.ts';
import { eventText } from './messages.ts';
import type { Entry } from './ring.ts';
import type { Shelf } from './shelf.ts';
import type { Subscription } from './subscription.ts';

export interface Format {
  readonly name: string;
  /** Whether messages may be put together into one. */
  readonly gathers: boolean;
  /** Names how much of an event is shown: where it is the same, the bytes are. */
  rendering(entry: Entry, wanted: Subscription): string;
  /** An event's messages. */
  messages(entry: Entry, wanted: Subscription): readonly string[];
}

/** Our own format: one line an event, many lines a message. */
export const lines: Format = {
  name: 'lines',
  gathers: true,
  rendering({ texts }, { bodies, recording }) {
    if (recording && texts.recording !== undefined) return 'recording';
    return (bodies || recording) && texts.bodies !== undefined ? 'bodies' : 'plain';
  },
  messages: (entry, wanted) => [`${eventText(entry, wanted)}\n`],
};

/** Frames of these events, in order. */
export function toFrames(entries: readonly Entry[], wanted: Subscription, format: Format, shelf: Shelf): Frame[] {
  const frames: Frame[] = [];
  let gathered: Line[] = [];
  let bytes = 0;
  let first = 0;
  const flush = (last: number): void => {
    if (gathered.length > 0) frames.push(new Frame(gathered, { events: gathered.length, first, last }));
    gathered = [];
    bytes = 0;
  };
  for (const entry of entries) {
    const { seq } = entry;
    const rendering = format.rendering(entry, wanted);
    const made = shelf.lines(rendering, entry, () => format.messages(entry, wanted).map((text) => toLine(text, rendering, seq)));
    if (!format.gathers) {
      for (const [index, line] of made.entries()) frames.push(new Frame([line], { events: index === 0 ? 1 : 0, first: seq, last: seq }));
      continue;
    }
    for (const line of made) {
      if (bytes + line.size > FRAME_BYTES) flush(gathered.at(-1)?.seq ?? 0);
      if (gathered.length === 0) first = seq;
      gathered.push(line);
      bytes += line.size;
    }
  }
  flush(gathered.at(-1)?.seq ?? 0);
  return frames;
}
