import { beforeEach, describe, expect, test } from 'vitest';
import { TurnQueue } from '#src/platform/turn-queue.ts';

describe('work of a turn of the event loop', () => {
  let nowMs: number;
  let done: string[];
  let ends: (() => void)[];
  let turns: TurnQueue;
  beforeEach(() => {
    nowMs = 0;
    done = [];
    ends = [];
    const atTurnEnd = (callback: () => void) => {
      ends.push(callback);
      return () => {
        ends = ends.filter((end) => end !== callback);
      };
    };
    turns = new TurnQueue({ nowMs: () => nowMs, atTurnEnd }, 10);
  });

  const endTurn = (): void => {
    for (const end of ends.splice(0)) end();
  };
  /** Work that takes 4 ms. */
  const work = (...names: string[]): void => {
    for (const name of names) {
      turns.run(() => {
        nowMs += 4;
        done.push(name);
      });
    }
  };

  test('is done at once within the budget, the rest at the end of the turn', () => {
    work('a', 'b', 'c', 'd', 'e');
    expect(done).toEqual(['a', 'b', 'c']);
    endTurn();
    expect(done).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('goes on at the end of each next turn until none is left', () => {
    work('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
    endTurn();
    expect(done).toHaveLength(6);
    endTurn();
    expect(done).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    endTurn();
    expect(ends).toEqual([]);
  });

  test('waits behind older work', () => {
    work('a', 'b', 'c', 'd', 'e', 'f', 'g');
    endTurn();
    work('h');
    expect(done).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    endTurn();
    expect(done).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  });

  test('gets half of the time of a turn that other events made long', () => {
    work('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j');
    nowMs += 36; // 48 ms in all
    endTurn();
    expect(done).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']);
  });

  test('has a budget of its own in each turn', () => {
    work('a', 'b', 'c');
    endTurn();
    work('d', 'e', 'f');
    expect(done).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  test('may add more work', () => {
    turns.run(() => work('a', 'b'));
    work('c', 'd');
    turns.run(() => work('e'));
    expect(done).toEqual(['a', 'b', 'c']);
    endTurn();
    expect(done).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('is dropped by a stop', () => {
    work('a', 'b', 'c', 'd');
    turns.stop();
    expect(ends).toEqual([]);
    work('e');
    expect(done).toEqual(['a', 'b', 'c', 'e']);
  });
});
