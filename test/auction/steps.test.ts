import { describe, expect, test } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import { invalid } from '#src/auction/rejection.ts';
import { type PipelineStep, runSteps } from '#src/auction/steps.ts';
import { anAuction } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

const services = testServices();
const note =
  (name: string, seen: string[]): PipelineStep =>
  () =>
    void seen.push(name);
const reject: PipelineStep = (auction: Auction) => {
  auction.rejection = invalid('no');
};

describe('steps', () => {
  test('run in order and synchronously if none of them waits', () => {
    const seen: string[] = [];
    expect(runSteps([note('a', seen), note('b', seen)], anAuction(services), services)).toBeUndefined();
    expect(seen).toEqual(['a', 'b']);
  });

  test('continue after one that waits', async () => {
    const seen: string[] = [];
    const slow: PipelineStep = async () => void seen.push('slow');
    const wait = runSteps([note('a', seen), slow, note('b', seen), slow], anAuction(services), services);
    expect(wait).toBeInstanceOf(Promise);
    await wait;
    expect(seen).toEqual(['a', 'slow', 'b', 'slow']);
  });

  test('stop at a rejection, also after a wait', async () => {
    const seen: string[] = [];
    void runSteps([reject, note('a', seen)], anAuction(services), services);
    await runSteps([async (auction, all) => reject(auction, all), note('a', seen)], anAuction(services), services);
    expect(seen).toEqual([]);
  });

  test('stop when the response exists', () => {
    const seen: string[] = [];
    const responded: PipelineStep = (auction) => {
      auction.fullStoredResponse = [];
    };
    void runSteps([responded, note('a', seen)], anAuction(services), services);
    expect(seen).toEqual([]);
  });
});
