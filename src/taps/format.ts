/** Serialization of events into a client's messages. */
import { BLOCK_DETAIL, type Block, frameOf } from './block.ts';
import type { Compiled } from './compiled.ts';
import type { Entry } from './entry.ts';
import { FRAME_BYTES, Frame, toLine } from './frame.ts';
import type { Line } from './held.ts';
import { shareOf } from './matcher.ts';
import { type Detail, eventJson } from './messages.ts';
import type { SharedBufferPool } from './shared-buffer-pool.ts';

export interface Format {
  readonly name: string;
  /** Whether several messages may be combined into one. */
  readonly gathers: boolean;
  /** Identifies the level of detail of an event: equal renderings have equal bytes. */
  rendering(entry: Entry, wanted: Detail): string;
  /** An event's messages. */
  messages(entry: Entry, wanted: Detail): readonly string[];
}

/** Our own format: one line per event, several lines per message. */
export const lines: Format = {
  name: 'lines',
  gathers: true,
  rendering(entry, wanted) {
    const share = shareOf(entry, wanted);
    return share < 1 ? `${levelOf(entry, wanted)}@${share}` : levelOf(entry, wanted);
  },
  messages: (entry, wanted) => [`${eventJson(entry, wanted)}\n`],
};

function levelOf({ messages }: Entry, { bodies, recording }: Detail): string {
  if (recording && messages.recording !== undefined) return 'recording';
  return (bodies || recording) && messages.bodies !== undefined ? 'bodies' : 'plain';
}

/** Frames of the matching events of these blocks, in order. */
export function framesOf(blocks: readonly Block[], { wanted, passes }: Compiled, format: Format, pool: SharedBufferPool): Frame[] {
  const isInBlock = (entry: Entry): boolean => format.rendering(entry, wanted) === lines.rendering(entry, BLOCK_DETAIL);
  return blocks.flatMap((block) => {
    const takesAll = format.gathers && block.entries.every((entry) => passes(entry) && isInBlock(entry));
    return takesAll ? [frameOf(block)] : toFrames(block.entries.filter(passes), wanted, format, pool);
  });
}

/** Frames of these events, in order. */
export function toFrames(entries: readonly Entry[], wanted: Detail, format: Format, pool: SharedBufferPool): Frame[] {
  const frames: Frame[] = [];
  let gathered: Line[] = [];
  let bytes = 0;
  let first = 0;
  const flush = (last: number): void => {
    if (gathered.length > 0) frames.push(new Frame(gathered, { events: gathered.length, first, last }));
    gathered = [];
    bytes = 0;
  };
  const encode = (entry: Entry, rendering: string): readonly Line[] =>
    format.messages(entry, wanted).map((text) => toLine(text, rendering, entry.seq, entry));
  for (const entry of entries) {
    const { seq } = entry;
    const made = pool.lines(format.rendering(entry, wanted), entry, encode);
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
