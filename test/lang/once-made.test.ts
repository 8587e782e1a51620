import { expect, test } from 'vitest';
import { onceMade } from '#src/lang/once-made.ts';

test('a value is made once for all callers, and again after a failure', async () => {
  let calls = 0;
  const get = onceMade(async () => {
    calls++;
    if (calls === 1) throw new Error('no file');
    return { calls };
  });
  const failed = await Promise.allSettled([get(), get()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([get(), get()])).toEqual([{ calls: 2 }, { calls: 2 }]);
  expect(await get()).toEqual({ calls: 2 });
});
