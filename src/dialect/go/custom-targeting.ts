/** Ad-server targeting rules of a request in the Go variant. */
import { GENERAL, WARN } from '#src/auction/diagnostics.ts';
import type { CustomTargetingDialect } from '../contract/custom-targeting.ts';

export const customTargeting: CustomTargetingDialect = {
  warn: (diagnostics, message) => diagnostics.warn(GENERAL, WARN.adServerTargeting, message),
  targetedOnly: false,
  readsQuery: true,
  bidsOnly: false,
  isBlank: () => false,
  isValue: (value) => typeof value === 'string' || typeof value === 'number',
};
