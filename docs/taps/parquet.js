// Writes events of a tap as a Parquet file: node parquet.js 'ws://127.0.0.1:6060/taps?kinds=auction' 1000 auctions.parquet
// Needs DuckDB: npm install @duckdb/node-api
import { writeFileSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';

const [, , address, count, file] = process.argv;
const events = [];
const socket = new WebSocket(address);
socket.onmessage = ({ data }) => {
  events.push(...data.split('\n').filter((line) => line.includes('"type":"event"')));
  if (events.length >= Number(count)) socket.close();
};
await new Promise((resolve) => {
  socket.onclose = resolve;
});
writeFileSync(`${file}.ndjson`, events.slice(0, Number(count)).join('\n'));
const duck = await (await DuckDBInstance.create()).connect();
await duck.run(`COPY (SELECT * FROM read_ndjson('${file}.ndjson')) TO '${file}' (FORMAT parquet)`);
