/** Appends complete lines to a file: after a full disk it never ends in a part of a line. */
import { type FileHandle, open } from 'node:fs/promises';

/** Bytes read at once in search of the last line. */
const BLOCK = 64 * 1024;
const NEWLINE = 10;

/** Appends all lines or none. @throws the error of the system call, for example of a full disk */
export async function appendLines(file: string, lines: readonly string[]): Promise<void> {
  const handle = await open(file, 'a+');
  try {
    const { size } = await handle.stat();
    await writeAll(handle, encode(lines), size);
  } finally {
    await handle.close();
  }
}

/** The lines with their ends, in UTF-8. One string of all lines would be another copy of them. */
function encode(lines: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0));
  let written = 0;
  for (const line of lines) {
    written += bytes.write(line, written, 'utf8');
    written = bytes.writeUInt8(NEWLINE, written);
  }
  return bytes;
}

async function writeAll(handle: FileHandle, bytes: Buffer, size: number): Promise<void> {
  let written = 0;
  try {
    while (written < bytes.length) written += (await handle.write(bytes, written)).bytesWritten;
  } catch (cause) {
    const { size: now } = await handle.stat();
    // Another process may have appended: then its lines remain, and ours as far as they are complete.
    await handle.truncate(now === size + written ? size : await endOfLines(handle, now));
    throw cause;
  }
}

/** Length of the file up to its last newline. */
async function endOfLines(handle: FileHandle, size: number): Promise<number> {
  const block = Buffer.alloc(BLOCK);
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - BLOCK);
    const { bytesRead } = await handle.read(block, 0, end - start, start);
    const at = block.subarray(0, bytesRead).lastIndexOf(NEWLINE);
    if (at >= 0) return start + at + 1;
    end = start;
  }
  return 0;
}
