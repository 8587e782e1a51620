/**
 * Every machine of the program, keyed by its file name; `compact-auction.ts` is `auction.ts` in fewer steps. Charts, the console and `/machines`
 * use this table.
 */
import type { AnyStateMachine } from 'xstate';
import { auctionMachine } from './auction.ts';
import { bidderHealthMachine } from './bidder-health.ts';
import { liveVendorListMachine } from './live-vendor-list.ts';
import { vendorListMachine } from './vendor-list.ts';
import { videoPodMachine } from './video-pod.ts';

export const machines: Readonly<Record<string, AnyStateMachine>> = {
  auction: auctionMachine,
  'video-pod': videoPodMachine,
  'vendor-list': vendorListMachine,
  'bidder-health': bidderHealthMachine,
  'live-vendor-list': liveVendorListMachine,
};
