import { optableIds } from '#src/modules/optable-targeting/ids.ts';
import { optableSettings } from '#src/modules/optable-targeting/settings.ts';
import type { ModuleRow } from '../suites/modules.ts';

export const run = ({ config, input }: ModuleRow): unknown => ({
  ids: Object.fromEntries(optableIds(input.request ?? {}, optableSettings(config ?? {}, {}))),
});
