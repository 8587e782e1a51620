/** Sends the same request over raw sockets at the lowest cost, on idle connections or new ones. */
import { connect, type Socket } from 'node:net';

export interface RawClientOptions {
  readonly port: number;
  /** The request. */
  readonly bytes: Buffer;
  readonly maxConnections: number;
  /** @param ms from the request to the response, without `lateMs`, the time this process took for other responses of the same turn */
  readonly onResponse: (response: string, ms: number, lateMs: number) => void;
  /** The connection ended without a response, or there are too many. */
  readonly onFailure: () => void;
}

interface Connection {
  readonly socket: Socket;
  startedAt: number;
  waits: boolean;
  received: string;
}

/** Whether a response is complete: by its length, or by its last chunk. */
function isComplete(received: string): boolean {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /content-length: (\d+)/i.exec(received.slice(0, end))?.[1];
  return length === undefined ? received.endsWith('0\r\n\r\n') : received.length >= end + 4 + Number(length);
}

/** @returns sends one request */
export function createRawClient({ port, bytes, maxConnections, onResponse, onFailure }: RawClientOptions): () => void {
  const idle: Connection[] = [];
  let open = 0;
  /** Time of the first event of this turn of the loop; 0: none yet. */
  let turnAt = 0;
  const endTurn = (): void => {
    turnAt = 0;
  };
  const noteTurn = (now: number): number => {
    if (turnAt > 0) return turnAt;
    turnAt = now;
    setImmediate(endTurn);
    return now;
  };
  const receive = (connection: Connection, text: string): void => {
    const now = performance.now();
    const arrivedAt = noteTurn(now);
    connection.received += text;
    if (!connection.waits || !isComplete(connection.received)) return;
    connection.waits = false;
    idle.push(connection);
    onResponse(connection.received, Math.max(0, arrivedAt - connection.startedAt), now - arrivedAt);
  };
  const openConnection = (): Connection => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const connection: Connection = { socket, startedAt: 0, waits: false, received: '' };
    open++;
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => receive(connection, text));
    socket.on('error', () => {});
    socket.once('close', () => {
      open--;
      const at = idle.indexOf(connection);
      if (at >= 0) idle.splice(at, 1);
      if (connection.waits) onFailure();
    });
    return connection;
  };
  return () => {
    if (idle.length === 0 && open >= maxConnections) return onFailure();
    const connection = idle.pop() ?? openConnection();
    connection.received = '';
    connection.waits = true;
    connection.startedAt = performance.now();
    connection.socket.write(bytes);
  };
}
