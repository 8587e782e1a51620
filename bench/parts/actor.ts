/** Cost of the auction's actor itself: the complete lifecycle with empty stages. */
import { EMPTY } from 'rxjs';
import type { AuctionContext } from '#machines/auction-context.ts';
import { STAGES } from '#machines/lifecycle.ts';
import { runAuction } from '#machines/run.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { incoming } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';
import { type PartLine, sampleMicros } from '../parts.ts';

export function measure(): PartLine[] {
  const services = testServices();
  const nothing = (): void => {};
  const stages = {
    ...Object.fromEntries(STAGES.map((name) => [name, nothing])),
    collect: () => EMPTY,
    reject: nothing,
  } as unknown as AuctionContext['stages'];
  const once = (tasks: boolean): void => {
    const auction = newAuction('auction', incoming(), services, nothing);
    if (tasks) auction.tasks = [undefined as never];
    runAuction(auction, services, stages);
  };
  return [
    { name: 'actor: lifecycle without bidders', value: sampleMicros(() => once(false)) },
    { name: 'actor: lifecycle with a stream', value: sampleMicros(() => once(true)) },
  ];
}
