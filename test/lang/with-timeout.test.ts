import { expect, it } from 'vitest';
import { TimeoutError, withTimeout } from '#src/lang/with-timeout.ts';
import { WoundClock } from '../helpers/clock.ts';

const never = new Promise<never>(() => {});

it('a wait with a limit returns the result of the work and drops the timer', async () => {
  const clock = new WoundClock();
  await expect(withTimeout(Promise.resolve(7), 100, clock)).resolves.toBe(7);
  expect(clock.pending).toBe(0);
});

it('a wait with a limit rejects with the error of the work and drops the timer', async () => {
  const clock = new WoundClock();
  await expect(withTimeout(Promise.reject(new Error('lost')), 100, clock)).rejects.toThrow('lost');
  expect(clock.pending).toBe(0);
});

it('a wait with a limit rejects late work with a TimeoutError that names the limit', async () => {
  const clock = new WoundClock();
  const waited = withTimeout(never, 100, clock);
  clock.wind(100);
  await expect(waited).rejects.toEqual(new TimeoutError(100));
  await expect(waited).rejects.toThrow('no response within 100 ms');
});

it('a wait with a limit returns the substitute for late work', async () => {
  const clock = new WoundClock();
  const waited = withTimeout(never, 100, clock, () => 'late');
  clock.wind(100);
  await expect(waited).resolves.toBe('late');
});

it('a wait with a limit rejects with the exception of the substitute', async () => {
  const clock = new WoundClock();
  const waited = withTimeout(never, 100, clock, () => {
    throw new Error('gave up');
  });
  clock.wind(100);
  await expect(waited).rejects.toThrow('gave up');
});

it('a wait with a limit drops the failure of late work', async () => {
  const clock = new WoundClock();
  const { promise, reject } = Promise.withResolvers<number>();
  const waited = withTimeout(promise, 100, clock, () => 0);
  clock.wind(100);
  reject(new Error('after the deadline'));
  await expect(waited).resolves.toBe(0);
});
