/** Mock bidders in a process of their own: answers every POST after `?delay=` ms. Prints its port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BidRequest } from '#src/wire/ortb.ts';
import { benchAnswer } from './request.ts';

const answers = new Map<string, Buffer>();

/** The same imps get the same answer: the mock must not be what is measured. */
function answerTo(text: string): Buffer {
  const key = text.slice(0, 200);
  let answer = answers.get(key);
  if (!answer) {
    answer = Buffer.from(JSON.stringify(benchAnswer(JSON.parse(text) as BidRequest)));
    answers.set(key, answer);
  }
  return answer;
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const delay = Number(/delay=(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const answer = answerTo(Buffer.concat(chunks).toString('utf8'));
    const send = (): void => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer);
    };
    if (delay > 0) setTimeout(send, delay);
    else send();
  });
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })));
process.on('SIGTERM', () => process.exit(0));
