/** `GET /event` in the Go variant. */
import type { Services } from '#src/auction/services.ts';
import { findAccount } from '#src/events/account.ts';
import { canonicalIn, seen, unsupported } from '#src/events/event.ts';
import { notify } from '#src/events/notification.ts';
import { readEvent } from '#src/events/parameters.ts';
import { ACCOUNT_REQUIRED, type EventResponse } from '#src/events/response.ts';
import type { EventDialect } from '../contract/events.ts';

async function respond(query: URLSearchParams, services: Services): Promise<EventResponse> {
  const event = readEvent(query, canonicalIn(services));
  if ('errors' in event) return { status: 400, body: event.errors.map((error) => `invalid request: ${error}\n`).join('') };
  const { accountId } = event;
  if (accountId === '') return { status: 401, body: ACCOUNT_REQUIRED };
  if (!event.analytics) return { status: 204, body: '' };
  const found = await findAccount(accountId, services.config.event.timeout_ms, services);
  if ('rejected' in found) return found.rejected;
  if (!found.account.events.enabled) return unsupported(accountId);
  notify(services, event, found.account);
  return event.image ? seen(200, event) : seen(204, event);
}

export const events: EventDialect<Services> = { respond };
