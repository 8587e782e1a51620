import { describe, expect, test } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import { runSteps, type Step } from '#src/auction/steps.ts';
import { invalid } from '#src/wire/refusal.ts';
import { anAuction } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

const services = testServices();
const note =
  (name: string, seen: string[]): Step =>
  () =>
    void seen.push(name);
const refuse: Step = (auction: Auction) => {
  auction.refusal = invalid('no');
};

describe('steps', () => {
  test('run in order and at once when none of them waits', () => {
    const seen: string[] = [];
    expect(runSteps([note('a', seen), note('b', seen)], anAuction(services), services)).toBeUndefined();
    expect(seen).toEqual(['a', 'b']);
  });

  test('go on after one that waits', async () => {
    const seen: string[] = [];
    const slow: Step = async () => void seen.push('slow');
    const wait = runSteps([note('a', seen), slow, note('b', seen), slow], anAuction(services), services);
    expect(wait).toBeInstanceOf(Promise);
    await wait;
    expect(seen).toEqual(['a', 'slow', 'b', 'slow']);
  });

  test('stop at a refusal, also one made while waiting', async () => {
    const seen: string[] = [];
    void runSteps([refuse, note('a', seen)], anAuction(services), services);
    await runSteps([async (auction, all) => refuse(auction, all), note('a', seen)], anAuction(services), services);
    expect(seen).toEqual([]);
  });

  test('stop when the answer is there', () => {
    const seen: string[] = [];
    const answered: Step = (auction) => {
      auction.wholeStoredResponse = [];
    };
    void runSteps([answered, note('a', seen)], anAuction(services), services);
    expect(seen).toEqual([]);
  });
});
