import { expect, test } from 'vitest';
import { clusterSiblings, passOn, type Told } from '#src/outside/siblings.ts';

test('hears what is meant for it and nothing else of what a cluster sends', () => {
  const heard: Told[] = [];
  const stop = clusterSiblings.listen((told) => void heard.push(told));
  const send = (message: unknown): void => void process.emit('message', message as object, undefined);
  send({ auctor: { subject: 'stored-data', account: 'a' } });
  send({ cmd: 'NODE_CLUSTER' });
  send('text');
  stop();
  send({ auctor: { subject: 'late' } });
  expect(heard).toEqual([{ subject: 'stored-data', account: 'a' }]);
});

test('tells nobody where there is one process', () => {
  clusterSiblings.tell({ subject: 'stored-data' });
  passOn({ auctor: { subject: 'stored-data' } }, 1);
  passOn('text', 1);
});
