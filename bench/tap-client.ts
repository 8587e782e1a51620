/**
 * A client of taps in a process of its own, so that reading costs the host nothing. For each message `{url}` of its parent it connects and
 * sends `open` once it is subscribed; for `{}` it disconnects and sends `closed`.
 */
let socket: WebSocket | undefined;

function open(url: string): void {
  socket = new WebSocket(url);
  let subscribed = false;
  socket.onmessage = ({ data }) => {
    if (subscribed || !String(data).includes('"type":"snapshot"')) return;
    subscribed = true;
    process.send?.('open');
  };
  socket.onclose = () => process.send?.('closed');
}

process.on('message', ({ url }: { url?: string }) => {
  if (url === undefined) socket?.close();
  else open(url);
});
process.on('disconnect', () => process.exit());
