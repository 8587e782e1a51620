/** `GET /event`: reports a win, an impression or a step of a video. */
import type { Services } from '#src/auction/services.ts';
import { findAccount, findJavaAccount } from './account.ts';
import { type EventCall, notify } from './notification.ts';
import { readEvent, readJavaEvent } from './parameters.ts';
import { ACCOUNT_NEEDED, type EventResponse } from './response.ts';

const unsupported = (id: string): EventResponse => ({ status: 401, body: `Account '${id}' doesn't support events` });

/** Validates the call, publishes the event, responds. */
export function handleEvent(query: URLSearchParams, services: Services): Promise<EventResponse> {
  return services.config.rules.eventDialect === 'java' ? respondJava(query, services) : respondGo(query, services);
}

const canonicalIn =
  ({ bidders }: Services) =>
  (bidder: string): string =>
    bidders.known(bidder)?.code ?? bidder;

async function respondGo(query: URLSearchParams, services: Services): Promise<EventResponse> {
  const event = readEvent(query, canonicalIn(services));
  if ('errors' in event) return { status: 400, body: event.errors.map((error) => `invalid request: ${error}\n`).join('') };
  const { accountId } = event;
  if (accountId === '') return { status: 401, body: ACCOUNT_NEEDED };
  if (!event.analytics) return { status: 204, body: '' };
  const found = await findAccount(accountId, services.config.event.timeout_ms, services);
  if ('rejected' in found) return found.rejected;
  if (!found.account.events.enabled) return unsupported(accountId);
  notify(services, event, found.account);
  return event.image ? seen(200, event) : seen(204, event);
}

async function respondJava(query: URLSearchParams, services: Services): Promise<EventResponse> {
  const event = readJavaEvent(query, canonicalIn(services));
  if ('errors' in event) return { status: 400, body: event.errors.join('\n') };
  const { accountId } = event;
  if (accountId.trim() === '') return { status: 401, body: ACCOUNT_NEEDED };
  const found = await findJavaAccount(accountId, services.config.event.timeout_ms, services);
  if ('rejected' in found) return found.rejected;
  if (event.analytics) {
    if (!found.account.events.enabled) return unsupported(accountId);
    notify(services, event, found.account);
  }
  return seen(200, event);
}

const seen = (status: number, { image }: EventCall): EventResponse => ({ status, body: '', pixel: image });
