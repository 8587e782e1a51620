/** The settings of a host: its options, and the rules derived from them. */
import type { z } from 'zod';
import { hostOptions } from './host-options.ts';
import { withRules } from './rules.ts';

export const hostSchema = hostOptions.transform(withRules);

export type HostConfig = z.output<typeof hostSchema>;
export type HostConfigInput = z.input<typeof hostSchema>;
