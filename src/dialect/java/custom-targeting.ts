/** Ad-server targeting rules of a request in the Java variant. */
import type { CustomTargetingDialect } from '../contract/custom-targeting.ts';

export const customTargeting: CustomTargetingDialect = {
  warn: () => {},
  targetedOnly: true,
  readsQuery: false,
  bidsOnly: true,
  isBlank: (value) => typeof value === 'string' && value.trim() === '',
  isValue: (value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean',
};
