import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { type Batch, type BatchLimits, batched, type Item } from '#streams/batch.ts';
import { WoundClock } from '#test/helpers/clock.ts';

const limits: BatchLimits = { count: 3, bytes: 100, ms: 50 };
const item = (text: string, channel = '', bytes = 10): Item => ({ id: '', text, channel, bytes, at: 0 });

function gather(over: Partial<BatchLimits> = {}) {
  const clock = new WoundClock();
  const items = new Subject<Item>();
  const flushes = new Subject<string | undefined>();
  const out: string[] = [];
  let completed = false;
  const messages = ({ channel, items: gathered, bytes }: Batch): string =>
    `${channel}[${gathered.map(({ text }) => text).join('')}]${bytes}`;
  const subscription = items.pipe(batched({ ...limits, ...over }, clock, flushes)).subscribe({
    next: (batch) => out.push(messages(batch)),
    complete: () => {
      completed = true;
    },
  });
  return { clock, items, flushes, out, completed: () => completed, subscription };
}

describe('batching', () => {
  test('sends when there are enough items', () => {
    const { items, out, clock } = gather();
    for (const text of ['a', 'b', 'c', 'd']) items.next(item(text));
    expect(out).toEqual(['[abc]30']);
    expect(clock.pending).toBe(1);
  });

  test('sends when there are enough bytes, and never collects more than that', () => {
    const { items, out } = gather();
    items.next(item('a', '', 60));
    items.next(item('b', '', 60));
    items.next(item('c', '', 200));
    expect(out).toEqual(['[a]60', '[b]60', '[c]200']);
  });

  test('sends items of a certain age, counted from the first one', () => {
    const { items, out, clock } = gather();
    items.next(item('a'));
    clock.wind(49);
    items.next(item('b'));
    expect(out).toEqual([]);
    clock.wind(1);
    expect(out).toEqual(['[ab]20']);
    clock.wind(1000);
    expect(out).toEqual(['[ab]20']);
  });

  test('separates channels', () => {
    const { items, out, clock } = gather();
    items.next(item('a', 'x'));
    items.next(item('b', 'y'));
    items.next(item('c', 'x'));
    clock.wind(50);
    expect(out).toEqual(['x[ac]20', 'y[b]10']);
  });

  test('flushes one channel, or all', () => {
    const { items, out, flushes } = gather();
    items.next(item('a', 'x'));
    items.next(item('b', 'y'));
    flushes.next('y');
    expect(out).toEqual(['y[b]10']);
    flushes.next(undefined);
    expect(out).toEqual(['y[b]10', 'x[a]10']);
  });

  test('sends the rest at the end', () => {
    const { items, out, completed, clock } = gather();
    items.next(item('a'));
    items.complete();
    expect([out, completed(), clock.pending]).toEqual([['[a]10'], true, 0]);
  });

  test('leaves no timer without subscribers', () => {
    const { items, out, subscription, clock } = gather();
    items.next(item('a'));
    subscription.unsubscribe();
    expect([out, clock.pending]).toEqual([[], 0]);
  });
});
