/** The differences between the WURFL modules of the two established servers. */
import type { HintStyle } from '../device-detection/client-hints.ts';

export interface WurflDialect extends HintStyle {
  /** The publisher of the body must be listed; otherwise the account. */
  readonly listsPublishers: boolean;
  /** Empty texts and zeros of any field but `js` are missing; otherwise only a device type of 0. */
  readonly fillsEmpty: boolean;
  /** A device with type and hardware version needs no detection. */
  readonly skipsDescribed: boolean;
}

export const WURFL_DIALECTS: { readonly go: WurflDialect; readonly java: WurflDialect } = {
  go: { quoted: true, skipsEmptyParts: false, listsPublishers: true, fillsEmpty: true, skipsDescribed: false },
  java: { quoted: false, skipsEmptyParts: true, listsPublishers: false, fillsEmpty: false, skipsDescribed: true },
};
