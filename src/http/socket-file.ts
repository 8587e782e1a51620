/** The file of a socket the public listener is to listen at. */
import { rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';

/** Takes away a socket's file nobody listens at any more: a process that was killed leaves it. Anything else of that name stays. */
export async function clearSocket(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isSocket() && !(await isHeard(path))) await rm(path, { force: true });
}

const isHeard = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    const end = (heard: boolean): void => {
      socket.destroy();
      resolve(heard);
    };
    socket.once('connect', () => end(true));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => end(code !== 'ECONNREFUSED'));
  });
