/** Bytes to a host over a connection of their own, well-formed HTTP or not. */
import { connect } from 'node:net';

/** ms until a connection that the host does not end counts as open. */
const PATIENCE_MS = 20_000;
/** Bytes of a flood are written in pieces, each when the one before is on its way. */
const PIECE = 65_536;

export interface Sending {
  readonly bytes: Buffer | string;
  /** Then one of these bytes every so many ms. */
  readonly drip?: { readonly bytes: string; readonly everyMs: number } | undefined;
}

/**
 * Sends bytes and waits for the end of the connection.
 * @returns the statuses of all responses in order, such as `204 400`; `closed`: none; with `open` if the host did not end the connection
 */
export function exchange(port: number, { bytes, drip }: Sending): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const rest = Buffer.from(bytes);
    const socket = connect(port, '127.0.0.1');
    const timers: NodeJS.Timeout[] = [];
    const end = (state: string): void => {
      for (const timer of timers) clearTimeout(timer);
      socket.destroy();
      const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status ?? '');
      resolve([...(statuses.length > 0 ? statuses : [state === '' ? 'closed' : '']), state].filter(Boolean).join(' '));
    };
    const writeFrom = (from: number): void => {
      if (from >= rest.length || !socket.writable) return;
      socket.write(rest.subarray(from, from + PIECE), () => writeFrom(from + PIECE));
    };
    timers.push(setTimeout(() => end('open'), PATIENCE_MS));
    socket.once('connect', () => {
      writeFrom(0);
      let at = 0;
      if (drip) timers.push(setInterval(() => socket.writable && socket.write(drip.bytes.charAt(at++ % drip.bytes.length)), drip.everyMs));
    });
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.once('close', () => end(''));
  });
}
