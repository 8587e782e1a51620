import { expect, test } from 'vitest';
import { clusterPeers, forward, type PeerMessage } from '#src/cluster/worker-peers.ts';

test('receives its own messages and no others of a cluster', () => {
  const received: PeerMessage[] = [];
  const stop = clusterPeers.listen((reported) => void received.push(reported));
  const send = (message: unknown): void => void process.emit('message', message as object, undefined);
  send({ auctor: { subject: 'stored-data', account: 'a' } });
  send({ cmd: 'NODE_CLUSTER' });
  send('text');
  stop();
  send({ auctor: { subject: 'late' } });
  expect(received).toEqual([{ subject: 'stored-data', account: 'a' }]);
});

test('sends nothing in a single process', () => {
  clusterPeers.broadcast({ subject: 'stored-data' });
  forward({ auctor: { subject: 'stored-data' } }, 1);
  forward('text', 1);
});
