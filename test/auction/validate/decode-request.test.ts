import { expect, test } from 'vitest';
import { aBody, ingest } from '#test/helpers/ingest.ts';

test('our extension is found in fields whose names are written in another case', async () => {
  const { imp, ...rest } = aBody({ user: undefined });
  const named = JSON.parse(JSON.stringify(imp).replaceAll('"srv"', '"prebid"').replaceAll('"ext"', '"Ext"'));
  const body = { ...rest, IMP: named, User: { ext: { prebid: { buyeruids: { alpha: 'id' } } } } };
  const { auction, rejected } = await ingest(body);
  expect(rejected).toBeUndefined();
  expect([Object.keys(auction.request.imp[0]?.ext?.srv?.bidder ?? {}), auction.request.user?.ext]).toEqual([
    ['alpha'],
    { srv: { buyeruids: { alpha: 'id' } } },
  ]);
});
