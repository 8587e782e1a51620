/** The differences between the 51Degrees modules of the two established servers. */
import type { Result } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Evidence } from '../device-detection/engine.ts';
import { goEvidence, javaEvidence } from './evidence.ts';

export interface FiftyoneDialect {
  /** The publisher of the body must be listed; otherwise the account. */
  readonly listsPublishers: boolean;
  /** Blank texts and numbers up to 0 are missing; otherwise only absent fields. */
  readonly fillsEmpty: boolean;
  /** Also fills `ua`, `js` and `geofetch`. */
  readonly fillsAgent: boolean;
  /** A body without a device gets one, from the headers. */
  readonly addsDevice: boolean;
  /** The vendor's id replaces an existing one; otherwise a device that has one needs no detection. */
  readonly replacesId: boolean;
  evidence(device: Ext, headers: Evidence): Result<Evidence>;
}

export const FIFTYONE_DIALECTS: { readonly go: FiftyoneDialect; readonly java: FiftyoneDialect } = {
  go: { listsPublishers: true, fillsEmpty: false, fillsAgent: true, addsDevice: false, replacesId: true, evidence: goEvidence },
  java: {
    listsPublishers: false,
    fillsEmpty: true,
    fillsAgent: false,
    addsDevice: true,
    replacesId: false,
    evidence: (device, headers) => ({ value: javaEvidence(device, headers) }),
  },
};
