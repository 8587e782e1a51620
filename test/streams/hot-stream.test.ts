import { expect, test } from 'vitest';
import { HotStream } from '#streams/hot-stream.ts';

test('subscribers receive the values from their subscription to its end, or to the end of the stream', () => {
  const stream = new HotStream<number>();
  const [first, second]: [unknown[], unknown[]] = [[], []];
  stream.next(0);
  const subscription = stream.values.subscribe((value) => first.push(value));
  stream.next(1);
  stream.values.subscribe({ next: (value) => second.push(value), complete: () => second.push('end') });
  stream.next(2);
  subscription.unsubscribe();
  stream.next(3);
  stream.complete();
  stream.next(4);
  expect([first, second]).toEqual([
    [1, 2],
    [2, 3, 'end'],
  ]);
});

test('a value reaches all others if a subscriber ends its subscription because of it, and new subscribers receive the next value', () => {
  const stream = new HotStream<number>();
  const received: string[] = [];
  const once = stream.values.subscribe((value) => {
    received.push(`once ${value}`);
    once.unsubscribe();
    stream.values.subscribe((later) => received.push(`new ${later}`));
  });
  stream.values.subscribe((value) => received.push(`always ${value}`));
  stream.next(1);
  stream.next(2);
  expect(received).toEqual(['once 1', 'always 1', 'always 2', 'new 2']);
});
