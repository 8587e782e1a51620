/** The word some bidders want when their answer did not come in time (auction-exchange.md 5.9): sent once, waited for by nobody. */
import { atBorder, isPanic } from '#src/auction/adapter-border.ts';
import type { Auction, BidderTask } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { Call } from '#src/bidders/bidder.ts';
import { ADAPTER_PANICS } from '#src/metrics/bidders.ts';
import { callHeaders, sentText } from './exchange.ts';

/** Sends the bidder's notice of a call that was too late, if it wants one, under a time limit of its own. */
export function tellTimeout({ core, adapter }: BidderTask, call: Call, auction: Auction, services: Services): void {
  const notice = atBorder('timeoutNotice', core, services.log, () => adapter.timeoutNotice?.(call));
  if (!notice) return;
  if (isPanic(notice)) {
    countPanic(core, services);
    return;
  }
  const { transport, clock, config } = services;
  const ended = (well: boolean, how: object): void => {
    countNotice(well, services);
    logNotice(well, { bidder: core, ...how }, services);
  };
  const cancel = transport.send(
    {
      bidder: core,
      method: notice.method,
      uri: notice.uri,
      headers: noticeHeaders(call, notice, config.variant),
      body: sentText(notice, auction, services),
      gzip: false,
    },
    (exchanged) => {
      stopTimer();
      const isAnswer = exchanged.kind === 'answer';
      ended(isAnswer && exchanged.answer.status < 300, isAnswer ? { status: exchanged.answer.status } : { fault: exchanged.message });
    },
  );
  const stopTimer = clock.after(config.http_client.timeout_notice_ms, () => {
    cancel();
    ended(false, { fault: 'no answer in time' });
  });
}

/** Go variant: those of the call, too. */
function noticeHeaders(call: Call, notice: Call, variant: 'go' | 'java'): ReturnType<typeof callHeaders> {
  const own = callHeaders(notice, { own: {} });
  return variant === 'go' ? { ...callHeaders(call, { own: {} }), ...own } : own;
}

/** After the auction is counted, so apart from its other panics. */
function countPanic(adapter: string, { metrics }: Services): void {
  metrics.counter('adapter_panics', ADAPTER_PANICS, { adapter }).add();
}

function countNotice(well: boolean, { metrics }: Services): void {
  metrics.counter('timeout_notification', 'Timeout notices sent to bidders.', { success: well ? 'ok' : 'failed' }).add();
}

/** A share of the notices, where the host wants to read of them (`debug.timeout_notification`). */
function logNotice(well: boolean, fields: object, { config, log, random }: Services): void {
  const { log: isOn, sampling_rate, fail_only } = config.debug.timeout_notification;
  if (isOn && !(fail_only && well) && random.next() < sampling_rate) log.info(fields, 'a bidder was told of a timeout');
}
