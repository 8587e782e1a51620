/** Errors of `bidadjustments` in an account, which the schema leaves open. At run time one error invalidates all rules. */
import { areValidAdjustments, MEDIA_TYPES } from '#src/auction/pricing/bid-adjustments.ts';
import type { Account } from '#src/config/account.ts';
import { adjustmentsError } from '#src/dialect/java/bid-adjustments.ts';
import { isObject } from '#src/json/merge.ts';

const isMediaType = (name: string): boolean => MEDIA_TYPES.some((type) => type === name);

export interface AdjustmentProblems {
  readonly errors: readonly string[];
  /** Media types without effect, and what only the Java variant rejects. */
  readonly warnings: readonly string[];
}

const AT = 'bidadjustments.mediatype';

/** @param adjustments as stored */
export function adjustmentProblems(adjustments: Account['bidadjustments']): AdjustmentProblems {
  const mediatype = adjustments?.['mediatype'];
  const unknown = isObject(mediatype) ? Object.keys(mediatype).filter((name) => !isMediaType(name)) : [];
  const warnings = unknown.map((name) => `${AT}.${name}: unknown media type; the types are ${MEDIA_TYPES.join(', ')}`);
  const error = adjustmentsError(adjustments);
  if (!areValidAdjustments(adjustments)) return { errors: [`${AT}: ${error ?? 'must be an object'}; no rule applies`], warnings };
  if (error) warnings.unshift(`${AT}: ${error}; with Java rules none applies`);
  return { errors: [], warnings };
}
