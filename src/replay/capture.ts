/** Recording files: the lines of a tap with recordings (docs/TAPS.md). */
import { RECORDING_VERSION, type Recording } from './journal.ts';
import type { ReplaySettings } from './settings.ts';

export interface Captured {
  /** Number and request id, for people. */
  readonly name: string;
  readonly recording: Recording;
  readonly settings: ReplaySettings | undefined;
}

interface Line {
  readonly type?: string;
  readonly kind?: string;
  readonly auction?: number;
  readonly request?: string;
  readonly settings?: ReplaySettings;
  readonly data?: { readonly recording?: Recording };
}

/**
 * Every recorded auction in a tap's lines, in order, each with the preceding settings.
 * @throws Error naming the first line that is not JSON, or whose recording has another version
 */
export function readCapture(text: string): Captured[] {
  const found: Captured[] = [];
  let settings: ReplaySettings | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const message = readLine(line, index + 1);
    if (message.type === 'settings') settings = message.settings;
    const recording = message.type === 'event' && message.kind === 'auction' ? message.data?.recording : undefined;
    if (!recording) continue;
    if (recording.v !== RECORDING_VERSION)
      throw new Error(
        `line ${index + 1}: a recording of version ${recording.v} cannot be replayed, only one of version ${RECORDING_VERSION}`,
      );
    found.push({ name: `${message.auction ?? '?'} ${message.request ?? ''}`.trim(), recording, settings });
  }
  return found;
}

function readLine(line: string, number: number): Line {
  try {
    return JSON.parse(line) as Line;
  } catch (cause) {
    throw new Error(`line ${number} is no JSON`, { cause });
  }
}
