/** Effects besides the response (README 6.3). */
import type { Ext } from '#src/openrtb/ext.ts';
import { firstDifference } from '../compare.ts';
import type { RecordedHost } from './bare-host.ts';
import type { Captured } from './capture.ts';
import type { Case } from './case.ts';
import { fieldsDifference, ortbDifference, wording } from './equality.ts';

/** Text compared as JSON if it parses. */
function rawDifference(wanted: unknown, made: string | undefined, path: string): string | undefined {
  const raw = (wanted as { $raw?: string } | null)?.$raw;
  const json = raw ?? (typeof wanted === 'string' ? wanted : JSON.stringify(wanted));
  if (made === json) return undefined;
  try {
    return firstDifference(JSON.parse(json), JSON.parse(made ?? ''), {}, path);
  } catch {
    return `${path}: wanted ${json}, made ${made}`;
  }
}

export function backendDifference({ expect }: Case, captured: Captured, host: Pick<RecordedHost, 'echo' | 'cache'>): string | undefined {
  const { request, auction } = captured;
  const expectations = ['exchangeRequest', 'exchangeRequestFields', 'impCount', 'warnings', 'storedAuctionResponses', 'storedBidResponses'];
  if (!request && expectations.some((name) => expect[name] !== undefined)) return 'the exchange was never reached';
  if (expect['exchangeRequest'] !== undefined) {
    const found = ortbDifference(expect['exchangeRequest'], request);
    if (found) return `exchangeRequest ${found}`;
  }
  const fields = expect['exchangeRequestFields'] && fieldsDifference(expect['exchangeRequestFields'] as Ext, request);
  if (fields) return `exchangeRequest ${fields}`;
  if (expect['impCount'] !== undefined && request?.imp.length !== expect['impCount'])
    return `wanted ${String(expect['impCount'])} imps, made ${request?.imp.length}`;
  if (expect['debugLogEnabled'] !== undefined && expect['debugLogEnabled'] !== (auction?.debugLog !== undefined))
    return `debugLogEnabled: wanted ${String(expect['debugLogEnabled'])}`;
  if (expect['warnings'] !== undefined) {
    const wanted = (expect['warnings'] ?? []) as unknown[];
    const withCodes = wanted.some((one) => typeof one === 'object');
    const made = withCodes ? captured.warnings : captured.warnings?.map(({ message }) => message);
    const found = firstDifference(wanted, made, { special: wording }, 'warnings');
    if (found) return found;
  }
  for (const [impId, wanted] of Object.entries((expect['storedAuctionResponses'] ?? {}) as Ext)) {
    const found = rawDifference(wanted, auction?.storedAuctionResponses.get(impId), `storedAuctionResponses.${impId}`);
    if (found) return found;
  }
  return storedBidDifference(expect, captured) ?? callsDifference(expect, host);
}

function storedBidDifference(expect: Ext, { auction }: Captured): string | undefined {
  const wanted = (expect['storedBidResponses'] ?? {}) as Record<string, Record<string, unknown> | null>;
  for (const [impId, byBidder] of Object.entries(wanted)) {
    for (const [bidder, text] of Object.entries(byBidder ?? {})) {
      const made = auction?.storedBidResponses.find((one) => one.impId === impId && one.bidder === bidder)?.body;
      const found = rawDifference(text, made, `storedBidResponses.${impId}.${bidder}`);
      if (found) return found;
    }
  }
  return undefined;
}

function callsDifference(expect: Ext, { echo, cache }: Pick<RecordedHost, 'echo' | 'cache'>): string | undefined {
  for (const [bidder, { firstRequest }] of Object.entries((expect['bidders'] ?? {}) as Record<string, { firstRequest?: unknown }>)) {
    const found = firstRequest === undefined ? undefined : ortbDifference(firstRequest, echo.first.get(bidder));
    if (found) return `request of ${bidder} ${found}`;
  }
  for (const [bidder, count] of Object.entries((expect['bidderCalls'] ?? {}) as Record<string, number>)) {
    if ((echo.counts.get(bidder) ?? 0) !== count) return `wanted ${count} calls of ${bidder}, made ${echo.counts.get(bidder) ?? 0}`;
  }
  const isPut = cache.puts.length > 0;
  if (expect['cachePutHappened'] !== undefined && expect['cachePutHappened'] !== isPut) return `cachePutHappened: made ${isPut}`;
  return undefined;
}
