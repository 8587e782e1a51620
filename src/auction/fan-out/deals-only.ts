/** Imps whose bidder is limited to guaranteed deals. */
import type { Ext } from '#src/openrtb/ext.ts';

/** There is no source of guaranteed line items here, so a bidder limited to them is not called. */
export const isPgDealsOnly = (params: Ext | null | undefined): boolean => params?.['pgdealsonly'] === true;
