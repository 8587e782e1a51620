/**
 * Encoded events outside the JavaScript heap: a collection of memory neither copies nor marks them. A batch is written at once, one line per
 * event without bodies and recording, as most clients receive it. Recent events and clients that receive all of a block share its bytes.
 */

import type { Entry } from './entry.ts';
import { exactBytes, FRAME_BYTES, Frame } from './frame.ts';
import type { Line } from './held.ts';
import { type Detail, eventStart } from './messages.ts';

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

const LINE_END = '}\n';

/** Events in order, in blocks of up to the size of a frame; a larger event has its own. */
export function toBlocks(batch: readonly Entry[]): Block[] {
  const blocks: Block[] = [];
  let entries: Entry[] = [];
  let dataEnds: number[] = [];
  // One string per block: pieces in a list take twice the time.
  let text = '';
  for (const entry of batch) {
    const event = eventStart(entry, BLOCK_DETAIL) + entry.messages.plain;
    if (entries.length > 0 && text.length + event.length + LINE_END.length > FRAME_BYTES) {
      blocks.push(encode(entries, text, dataEnds));
      entries = [];
      dataEnds = [];
      text = '';
    }
    entries.push(entry);
    text += event;
    dataEnds.push(text.length);
    text += LINE_END;
  }
  if (entries.length > 0) blocks.push(encode(entries, text, dataEnds));
  return blocks;
}

/** @param dataEnds in characters */
function encode(entries: readonly Entry[], text: string, dataEnds: readonly number[]): Block {
  const size = Buffer.byteLength(text);
  const isAscii = size === text.length;
  const bytes = exactBytes(text, size);
  const seq = entries[0]?.seq ?? 0;
  const line: Line = { seq, rendering: 'block', size, entry: undefined, refCount: 0, text: '', bytes };
  return { entries, bytes, line, dataEnds: isAscii ? dataEnds : inBytes(dataEnds, text), isAscii };
}

/** Ascending positions in a text, in bytes instead of characters. */
function inBytes(positions: readonly number[], text: string): number[] {
  let from = 0;
  let bytes = 0;
  return positions.map((position) => {
    bytes += Buffer.byteLength(text.slice(from, position));
    from = position;
    return bytes;
  });
}

/** All events of a block as one frame. */
export function frameOf({ entries, line }: Block): Frame {
  return new Frame([line], { events: entries.length, first: entries[0]?.seq ?? 0, last: entries.at(-1)?.seq ?? 0 });
}
