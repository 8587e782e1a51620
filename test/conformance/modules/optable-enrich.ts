import { enrichRequest } from '#src/modules/optable-targeting/enrich.ts';
import { optableSettings } from '#src/modules/optable-targeting/settings.ts';
import type { ModuleRow } from '../suites/modules.ts';

export function run({ config, input }: ModuleRow): unknown {
  const request = input.request ?? {};
  enrichRequest(request, input['answer'] ?? {}, optableSettings(config ?? {}, {}));
  return { request };
}
