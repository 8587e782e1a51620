/** Boundary `http` on the Java variant's integration profile: real adapters, every external server replaced by stubs. */
import type { FastifyInstance } from 'fastify';
import { registerCurrencyRates } from '#src/admin/currency-rates.ts';
import { type LogControlEnv, registerLogControl } from '#src/admin/log-control.ts';
import { LogLevels } from '#src/admin/log-levels.ts';
import { LogObserver } from '#src/admin/log-observer.ts';
import { makeAdminServer } from '#src/admin/server.ts';
import { registerStoredData } from '#src/admin/stored-data.ts';
import { publicApp, stages } from '#src/host/app.ts';
import { Admission } from '#src/http/admission.ts';
import type { EventBus } from '#streams/events.ts';
import type { Case, CaseRequest } from './case.ts';
import { responseDifference } from './expect-response.ts';
import { type ConsentFields, consentString } from './it-consent.ts';
import { type ItHost, itHost, NotBuilt } from './it-host.ts';
import { itCacheAddress, itRatesInfo } from './it-settings.ts';
import { send } from './run-http.ts';

const ORIGIN = 'http://localhost:8090';

/** Values of the placeholders; those with any value are left for the comparison. */
function filledIn(one: Case): Case {
  const { scheme, host, path } = itCacheAddress;
  const messages: Record<string, string> = {
    'cache.endpoint': `${scheme}://${host}${path}`,
    'cache.resource_url': `${scheme}://${host}${path}?uuid=`,
    'cache.host': host,
    'cache.path': path,
    'event.url': 'http://localhost:8080/event?',
    consent: one.config?.['consent'] ? consentString(one.config['consent'] as ConsentFields) : '',
  };
  const json = JSON.stringify(one).replaceAll(/\{\{ ([\w.-]+) \}\}/g, (full, name: string) => {
    if (name.endsWith('.exchange_uri')) return `${ORIGIN}/${name.slice(0, -'.exchange_uri'.length)}-exchange`;
    return messages[name] ?? full;
  });
  return JSON.parse(json) as Case;
}

interface Apps {
  readonly open: FastifyInstance;
  readonly admin: FastifyInstance;
}

const appFor = ({ open, admin }: Apps, request: CaseRequest): FastifyInstance => (request.admin ? admin : open);

/** `config.before`: preceding calls, each with its own expectation. */
async function prepare(one: Case, apps: Apps): Promise<string | undefined> {
  for (const call of (one.config?.['before'] ?? []) as (CaseRequest & { expect?: Case['expect'] })[]) {
    const response = await send(appFor(apps, call), call);
    const found = responseDifference({ ...one, expect: call.expect ?? {} }, response);
    if (found) return `before: ${found}`;
  }
  return undefined;
}

function callsDifference({ expect }: Case, { transport }: ItHost): string | undefined {
  for (const [bidder, wanted] of Object.entries((expect['bidderCalls'] ?? {}) as Record<string, number>)) {
    const made = transport.calls.filter((call) => call.bidder === bidder).length;
    if (made !== wanted) return `wanted ${wanted} calls of ${bidder}, made ${made}`;
  }
  return undefined;
}

/** The query as sent: the case has its client's input, which that client encodes. */
const asSent = (request: CaseRequest): CaseRequest =>
  request.query === undefined ? request : { ...request, query: request.query.replaceAll('%', '%25') };

function logControlOf({ services, pushing }: ItHost): LogControlEnv {
  const { bus, log, clock } = services;
  return {
    observe: new LogObserver({ bus: bus as EventBus, log, clock, maxBodyBytes: 0 }),
    levels: new LogLevels(undefined, clock),
    peers: pushing.peers,
    limits: services.config.logging,
  };
}

/** First difference; undefined: the case passes. */
export async function runJavaHost(given: Case): Promise<string | undefined> {
  let host: ItHost;
  try {
    host = itHost(given);
  } catch (cause) {
    if (cause instanceof NotBuilt) return cause.message;
    throw cause;
  }
  const one = filledIn(given);
  const admission = new Admission(host.services.config.admission);
  const apps: Apps = {
    open: publicApp({ services: host.services, stages, admission }, 'test', host.cache),
    admin: makeAdminServer(host.services, 'test'),
  };
  registerStoredData(apps.admin, apps.open, host.pushing);
  registerLogControl(apps.admin, logControlOf(host));
  registerCurrencyRates(apps.admin, { info: itRatesInfo });
  try {
    const early = await prepare(one, apps);
    if (early) return early;
    const response = await send(appFor(apps, one.request), asSent(one.request));
    const found = responseDifference(one, response) ?? callsDifference(one, host);
    // An unexpected call is an error whatever the response, and usually its cause.
    return [...host.transport.unmatched, ...host.cacheTransport.unmatched][0] ?? found;
  } finally {
    admission.stop();
    await Promise.all([apps.open.close(), apps.admin.close()]);
  }
}
