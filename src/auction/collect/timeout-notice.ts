/** The timeout notice for bidders that request one: sent once, not awaited. */

import type { Call } from '#src/bidders/bidder.ts';
import type { Outgoing } from '#src/net/transport.ts';
import type { Counter, Metrics } from '#src/platform/metrics.ts';
import { ADAPTER_PANICS, atBorder, isPanic } from '../adapter-border.ts';
import type { Auction } from '../auction.ts';
import type { BidderTask } from '../bidder-task.ts';
import type { Services } from '../services.ts';
import { callHeaders, sentBody } from './exchange.ts';

/** Sends the bidder's notice of a late call, if it has one, with a timeout of its own. */
export function sendTimeoutNotice(task: BidderTask, call: Call, auction: Auction, services: Services): void {
  const { core } = task;
  const notice = atBorder('timeoutNotice', task.bidder, services.log, () => noticeOf(task, call, auction, services));
  if (!notice) return;
  if (isPanic(notice)) {
    countPanic(core, services);
    return;
  }
  const { transport, clock, config } = services;
  const ended = (isDelivered: boolean, details: object): void => {
    countNotice(isDelivered, services);
    logNotice(isDelivered, { bidder: core, ...details }, services);
  };
  const cancel = transport.send(notice, (exchanged) => {
    stopTimer();
    const isResponse = exchanged.kind === 'response';
    ended(isResponse && exchanged.response.status < 300, isResponse ? { status: exchanged.response.status } : { error: exchanged.message });
  });
  const stopTimer = clock.after(config.http_client.timeout_notice_ms, () => {
    cancel(true);
    ended(false, { error: 'no response in time' });
  });
}

/** The notice as sent; undefined if the bidder wants none. */
function noticeOf({ core, adapter }: BidderTask, call: Call, auction: Auction, services: Services): Outgoing | undefined {
  const notice = adapter.timeoutNotice?.(call);
  return (
    notice && {
      bidder: core,
      method: notice.method,
      uri: notice.uri,
      headers: noticeHeaders(call, notice, services.config.rules.repeatHeadersInNotice),
      body: sentBody(notice, auction, services),
      gzip: false,
    }
  );
}

/** @param repeats also those of the call */
function noticeHeaders(call: Call, notice: Call, repeats: boolean): ReturnType<typeof callHeaders> {
  const own = callHeaders(notice, { own: {} });
  return repeats ? { ...callHeaders(call, { own: {} }), ...own } : own;
}

/** After the auction is counted, and therefore separate from its other panics. */
function countPanic(adapter: string, { metrics }: Services): void {
  metrics.counter('adapter_panics', ADAPTER_PANICS, { adapter }).add();
}

/** Sent notices by result. */
export const noticeCounter = (metrics: Metrics, success: 'ok' | 'failed'): Counter =>
  metrics.counter('timeout_notification', 'Timeout notices sent to bidders.', { success });

const countNotice = (isDelivered: boolean, { metrics }: Services): void => noticeCounter(metrics, isDelivered ? 'ok' : 'failed').add();

/** Logs a sample of the notices if the host enables it (`debug.timeout_notification`). */
function logNotice(isDelivered: boolean, fields: object, { config, log, random }: Services): void {
  const { log: isOn, sampling_rate, fail_only } = config.debug.timeout_notification;
  if (isOn && !(fail_only && isDelivered) && random.next() < sampling_rate) log.info(fields, 'timeout notice sent to a bidder');
}
