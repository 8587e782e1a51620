/** Imps a bidder is asked for guaranteed deals only (decisions row 16). */
import type { Ext } from '#src/wire/ext.ts';

/** There is no source of guaranteed line items here, so a bidder limited to them is not asked. */
export const isForLineItemsOnly = (params: Ext | null | undefined): boolean => params?.['pgdealsonly'] === true;
