import { allowedIds, isPublisherAllowed } from '#src/modules/wurfl-devicedetection/module.ts';
import type { ModuleRow } from '../suites/modules.ts';

export const run = ({ config, input }: ModuleRow): unknown => ({ allowed: isPublisherAllowed(allowedIds(config ?? {}), input.body ?? {}) });
