import { allowedIds, isPublisherAllowed } from '#src/modules/fiftyone-devicedetection/module.ts';
import type { ModuleRow } from '../suites/modules.ts';

export const run = ({ config, input }: ModuleRow): unknown => ({
  allowed: isPublisherAllowed(allowedIds({ account_filter: { allow_list: config?.allow_list } }), input.body ?? {}),
});
