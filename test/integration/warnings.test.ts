import { expect, test } from 'vitest';
import { startAuctor } from './host.ts';

test('a host without a vendor id says that its own cookie is not checked', async () => {
  const gdpr = { default_value: '0', vendorlist: { live: { enabled: false } } } as const;
  const [without, having] = await Promise.all([startAuctor({ gdpr }), startAuctor({ gdpr: { ...gdpr, host_vendor_id: 7 } })]);
  const warned = ({ said }: typeof without) => said.some((line) => line.includes('gdpr.host_vendor_id was not specified'));
  await Promise.all([without.stop(), having.stop()]);
  expect([warned(without), warned(having)]).toEqual([true, false]);
});
