/** `GET /event`: a win, an impression or a step of a video was seen (events-cache-stored.md section 1). */
import type { Services } from '#src/auction/services.ts';
import { findAccount, findJavaAccount } from './account.ts';
import { ACCOUNT_NEEDED, type EventAnswer } from './answer.ts';
import { type EventCall, notify } from './notification.ts';
import { readEvent, readJavaEvent } from './parameters.ts';

const unsupported = (id: string): EventAnswer => ({ status: 401, body: `Account '${id}' doesn't support events` });

/** Checks the call, tells analytics, answers. */
export function answerEvent(query: URLSearchParams, services: Services): Promise<EventAnswer> {
  return services.config.rules.eventDialect === 'java' ? answerJava(query, services) : answerGo(query, services);
}

const canonicalIn =
  ({ bidders }: Services) =>
  (bidder: string): string =>
    bidders.known(bidder)?.code ?? bidder;

async function answerGo(query: URLSearchParams, services: Services): Promise<EventAnswer> {
  const event = readEvent(query, canonicalIn(services));
  if ('faults' in event) return { status: 400, body: event.faults.map((fault) => `invalid request: ${fault}\n`).join('') };
  const { accountId } = event;
  if (accountId === '') return { status: 401, body: ACCOUNT_NEEDED };
  if (!event.analytics) return { status: 204, body: '' };
  const found = await findAccount(accountId, services.config.event.timeout_ms, services);
  if ('refused' in found) return found.refused;
  if (!found.account.events.enabled) return unsupported(accountId);
  notify(services, event, found.account);
  return event.image ? seen(200, event) : seen(204, event);
}

async function answerJava(query: URLSearchParams, services: Services): Promise<EventAnswer> {
  const event = readJavaEvent(query, canonicalIn(services));
  if ('faults' in event) return { status: 400, body: event.faults.join('\n') };
  const { accountId } = event;
  if (accountId.trim() === '') return { status: 401, body: ACCOUNT_NEEDED };
  const found = await findJavaAccount(accountId, services.config.event.timeout_ms, services);
  if ('refused' in found) return found.refused;
  if (event.analytics) {
    if (!found.account.events.enabled) return unsupported(accountId);
    notify(services, event, found.account);
  }
  return seen(200, event);
}

const seen = (status: number, { image }: EventCall): EventAnswer => ({ status, body: '', pixel: image });
