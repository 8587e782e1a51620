import { errorMessage } from '#src/lang/error-message.ts';
import { scope3Settings } from '#src/modules/scope3-rtd/settings.ts';
import type { ModuleRow } from '../suites/modules.ts';

export function run({ config }: ModuleRow): unknown {
  try {
    return scope3Settings(config ?? {});
  } catch (cause) {
    return { error: errorMessage(cause) };
  }
}
