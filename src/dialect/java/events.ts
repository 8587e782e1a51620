/** `GET /event` in the Java variant. */
import type { Services } from '#src/auction/services.ts';
import { findJavaAccount } from '#src/events/account.ts';
import { canonicalIn, seen, unsupported } from '#src/events/event.ts';
import { notify } from '#src/events/notification.ts';
import { readJavaEvent } from '#src/events/parameters.ts';
import { ACCOUNT_REQUIRED, type EventResponse } from '#src/events/response.ts';
import type { EventDialect } from '../contract/events.ts';

async function respond(query: URLSearchParams, services: Services): Promise<EventResponse> {
  const event = readJavaEvent(query, canonicalIn(services));
  if ('errors' in event) return { status: 400, body: event.errors.join('\n') };
  const { accountId } = event;
  if (accountId.trim() === '') return { status: 401, body: ACCOUNT_REQUIRED };
  const found = await findJavaAccount(accountId, services.config.event.timeout_ms, services);
  if ('rejected' in found) return found.rejected;
  if (event.analytics) {
    if (!found.account.events.enabled) return unsupported(accountId);
    notify(services, event, found.account);
  }
  return seen(200, event);
}

export const events: EventDialect<Services> = { respond };
