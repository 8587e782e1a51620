import { isBelow } from '#src/modules/request-correction/version.ts';
import type { ModuleRow } from '../suites/modules.ts';

export const run = ({ config, input }: ModuleRow): unknown => ({ less: isBelow(input.version, config.limit) });
