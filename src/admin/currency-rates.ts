/** `GET /currency/rates`: what is known of rates right now (info-admin-analytics.md section 6). */
import type { FastifyInstance } from 'fastify';
import { sendJson } from '#src/http/json.ts';
import type { RatesInfo } from '#src/outside/rates.ts';

/** The answer's body; members without content are left out. */
export function ratesBody({ active, source, fetchIntervalMs, updatedAt, rates }: RatesInfo): object {
  if (!active) return { active };
  return {
    active,
    source,
    fetchingIntervalNs: fetchIntervalMs * 1e6,
    ...(updatedAt === undefined ? {} : { lastUpdated: new Date(updatedAt).toISOString() }),
    ...(rates === undefined ? {} : { rates }),
  };
}

export function registerCurrencyRates(admin: FastifyInstance, rates: { info(): RatesInfo }): void {
  admin.get('/currency/rates', (_request, reply) => sendJson(reply, JSON.stringify(ratesBody(rates.info()))));
}
