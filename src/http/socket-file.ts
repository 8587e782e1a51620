/** The socket file of the public listener. */
import { rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';

/** Removes a stale socket file, left by a killed process. Any other file of that name remains. */
export async function clearSocket(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isSocket() && !(await isConnected(path))) await rm(path, { force: true });
}

const isConnected = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    const end = (isListening: boolean): void => {
      socket.destroy();
      resolve(isListening);
    };
    socket.once('connect', () => end(true));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => end(code !== 'ECONNREFUSED'));
  });
