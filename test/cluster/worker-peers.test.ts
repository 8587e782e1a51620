import { expect, test } from 'vitest';
import { clusterPeers, forward } from '#src/cluster/worker-peers.ts';
import type { PeerMessage } from '#src/platform/peers.ts';

test('a worker receives messages for peers and no others of a cluster', () => {
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

test('a single process sends nothing', () => {
  clusterPeers.broadcast({ subject: 'stored-data' });
  forward({ auctor: { subject: 'stored-data' } }, 1);
  forward('text', 1);
});
