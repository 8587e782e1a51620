/** The standard output as the log's destination. A full disk or a reader that hangs neither ends nor delays the process: lines wait. */
import { write, writeSync } from 'node:fs';

const STANDARD_OUTPUT = 1;
/** Characters that wait at most; further lines are lost. */
const MAX_WAITING = 1024 * 1024;
/** ms between attempts after a failed write. */
const RETRY_MS = 500;

/** System calls, injectable. */
export interface LogWriter {
  write(bytes: Uint8Array, done: (error: NodeJS.ErrnoException | null, written: number) => void): void;
  writeSync(bytes: Uint8Array): number;
}

const standardOutput: LogWriter = {
  write: (bytes, done) => write(STANDARD_OUTPUT, bytes, done),
  writeSync: (bytes) => writeSync(STANDARD_OUTPUT, bytes),
};

export class LogOutput {
  readonly #writer: LogWriter;
  #waiting = '';
  /** The rest of what was taken from the waiting lines. */
  #rest: Uint8Array = new Uint8Array();
  #isWriting = false;
  #retry: NodeJS.Timeout | undefined;
  #lost = 0;
  /** Why lines were lost. */
  #cause: Error | undefined;
  #isClosed = false;
  /** Lines were lost, and the output accepts some again. @param cause the last error; undefined: the output was too slow */
  onLost: (lines: number, cause: Error | undefined) => void = () => {};

  constructor(writer: LogWriter = standardOutput) {
    this.#writer = writer;
  }

  write(line: string): void {
    if (this.#isClosed) return;
    if (this.#waiting.length + line.length > MAX_WAITING) this.#lost++;
    else this.#waiting += line;
    if (this.#retry === undefined) this.#next();
  }

  /** Before the process ends: one attempt. */
  flushSync(): void {
    if (this.#isClosed) return;
    const bytes = Buffer.concat([this.#isWriting ? new Uint8Array() : this.#rest, Buffer.from(this.#waiting)]);
    this.#waiting = '';
    if (!this.#isWriting) this.#rest = new Uint8Array();
    try {
      for (let at = 0; at < bytes.length; ) at += this.#writer.writeSync(bytes.subarray(at));
    } catch {
      // The process ends: there is no other output for these lines.
    }
  }

  #next(): void {
    if (this.#isWriting) return;
    if (this.#rest.length === 0) {
      this.#rest = Buffer.from(this.#waiting);
      this.#waiting = '';
    }
    if (this.#rest.length === 0) return;
    this.#isWriting = true;
    this.#writer.write(this.#rest, (error, written) => {
      this.#isWriting = false;
      if (error) this.#failed(error);
      else this.#written(written);
    });
  }

  #written(bytes: number): void {
    this.#rest = this.#rest.subarray(bytes);
    const [lost, cause] = [this.#lost, this.#cause];
    if (this.#rest.length === 0) {
      this.#lost = 0;
      this.#cause = undefined;
      if (lost > 0) this.onLost(lost, cause);
    }
    this.#next();
  }

  #failed(error: NodeJS.ErrnoException): void {
    // Nobody reads it any more.
    if (error.code === 'EPIPE') {
      this.#isClosed = true;
      this.#waiting = '';
      return;
    }
    this.#cause = error;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#next();
    }, RETRY_MS).unref();
  }
}

let shared: LogOutput | undefined;

/** The one of this process. What waits when the process exits is written then. */
export function processOutput(): LogOutput {
  if (shared) return shared;
  const output = new LogOutput();
  process.on('exit', () => output.flushSync());
  shared = output;
  return output;
}
