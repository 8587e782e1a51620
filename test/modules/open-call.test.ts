import { expect, test } from 'vitest';
import type { Plan } from '#src/modules/hook-registry.ts';
import { openCall } from '#src/modules/open-call.ts';
import { anAuction } from '#test/helpers/auction.ts';
import { moduleServices } from '#test/helpers/modules.ts';

test('an unplanned stage is not opened', () => {
  const services = moduleServices({ exitpoint: [] });
  const auction = anAuction(services);
  expect(openCall(auction, services, 'exitpoint', { error: () => undefined })).toBeUndefined();
  expect(auction.hooks).toBeUndefined();
});

test('a plan without groups is one object for all accounts', () => {
  const services = moduleServices({});
  const plans = ['a', 'b'].map((id): Plan | undefined =>
    services.hooks?.plan({ ...services.config.account_defaults.hooks, admin: { id } }, '/openrtb2/auction'),
  );
  expect(plans[0]).toBe(plans[1]);
});
