/** Requirements for creatives in the Go variant. */

import { hasInsecure, hasSecure } from '#src/auction/adjust/creative-checks.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { CreativeDialect } from '../contract/creatives.ts';

export const creatives: CreativeDialect = {
  maxSize: ({ maxWidth, maxHeight }) =>
    maxWidth > 0 || maxHeight > 0 ? { w: maxWidth || Number.POSITIVE_INFINITY, h: maxHeight || Number.POSITIVE_INFINITY } : undefined,
  needsSize: false,
  // An insecure marker and no secure one.
  isSecure: (adm) => !hasInsecure(adm) || hasSecure(adm),
  checksMarkup: ({ type }) => type === 'banner' || type === 'video',
  sizeMessage: (mode) =>
    mode === 'enforce' ? 'bidResponse rejected: size WxH' : 'bidResponse creative size warning: size WxH larger than AdUnit sizes',
  markupMessage: (mode) =>
    mode === 'enforce'
      ? 'bidResponse rejected: insecure creative in secure context'
      : 'bidResponse secure markup warning: insecure creative in secure contexts',
  report({ diagnostics }, bid, errors) {
    for (const { message } of errors) diagnostics.error(bid.seat, CODES.badServer, message);
  },
};
