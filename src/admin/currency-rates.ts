/** `GET /currency/rates`: the currency rates in use. */
import type { FastifyInstance } from 'fastify';
import type { RatesInfo } from '#src/feeds/rates.ts';
import { sendJson } from '#src/http/send.ts';

/** The response body; empty fields are omitted. */
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

/** Adds the endpoint with the host's rates and their age. */
export function registerCurrencyRates(admin: FastifyInstance, rates: { info(): RatesInfo }): void {
  admin.get('/currency/rates', (_request, reply) => sendJson(reply, JSON.stringify(ratesBody(rates.info()))));
}
