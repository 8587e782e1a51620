/**
 * Encoded events outside the JavaScript heap: a collection of memory neither copies nor marks them. A batch is written at once, one line per
 * event without bodies and recording, as most clients receive it. Recent events and clients that receive all of a block share its bytes.
 */

import type { Entry } from './entry.ts';
import { exactBytes, FRAME_BYTES, Frame } from './frame.ts';
import type { Line } from './held.ts';
import { type Detail, eventJson } from './messages.ts';

export interface Block {
  readonly entries: readonly Entry[];
  /** The lines of all of them. */
  readonly bytes: Buffer;
  /** The same as one message. */
  readonly line: Line;
  /** Where the data of each event ends, bytes; it is followed by `}` and a line feed. */
  readonly dataEnds: readonly number[];
  /** Whether a character is a byte. */
  readonly isAscii: boolean;
}

/** The level of detail of the lines of a block. */
export const BLOCK_DETAIL: Detail = { sample: 1, bodies: false, recording: false };

const LINE_END = '}\n'.length;

/** Events in order, in blocks of up to the size of a frame; a larger event has its own. */
export function toBlocks(batch: readonly Entry[]): Block[] {
  const blocks: Block[] = [];
  let entries: Entry[] = [];
  let lines: string[] = [];
  let length = 0;
  for (const entry of batch) {
    const line = `${eventJson(entry, BLOCK_DETAIL)}\n`;
    if (entries.length > 0 && length + line.length > FRAME_BYTES) {
      blocks.push(encode(entries, lines));
      entries = [];
      lines = [];
      length = 0;
    }
    entries.push(entry);
    lines.push(line);
    length += line.length;
  }
  if (entries.length > 0) blocks.push(encode(entries, lines));
  return blocks;
}

function encode(entries: readonly Entry[], lines: readonly string[]): Block {
  const text = lines.join('');
  const size = Buffer.byteLength(text);
  const isAscii = size === text.length;
  const bytes = exactBytes(text, size);
  let end = 0;
  const dataEnds = lines.map((line) => {
    end += isAscii ? line.length : Buffer.byteLength(line);
    return end - LINE_END;
  });
  const seq = entries[0]?.seq ?? 0;
  return { entries, bytes, line: { seq, rendering: 'block', size, entry: undefined, refCount: 0, text: '', bytes }, dataEnds, isAscii };
}

/** All events of a block as one frame. */
export function frameOf({ entries, line }: Block): Frame {
  return new Frame([line], { events: entries.length, first: entries[0]?.seq ?? 0, last: entries.at(-1)?.seq ?? 0 });
}
