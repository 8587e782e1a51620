// Prints one line per ended auction: request, duration, number of auctions it stands for. Reconnects and misses nothing.
// node client.js ws://127.0.0.1:6060/taps [COUNT]
const [, , address, count = 'Infinity'] = process.argv;
let session;
let seq = 0;
let left = Number(count);

function take(message) {
  if (message.type === 'hello') session = message.session;
  if (message.type === 'dropped') console.error(`${message.count} events dropped`);
  if (message.type !== 'event') return;
  seq = message.seq;
  console.log(message.request, message.data.tookMs, 1 / (message.share ?? 1));
  if (--left === 0) process.exit(0);
}

function connect() {
  const resume = session ? { session, seq } : undefined;
  const socket = new WebSocket(address);
  socket.onopen = () => socket.send(JSON.stringify({ type: 'subscribe', kinds: ['auction'], resume }));
  socket.onmessage = ({ data }) => {
    for (const line of data.split('\n')) if (line !== '') take(JSON.parse(line));
  };
  socket.onclose = () => setTimeout(connect, 1000);
}

connect();
