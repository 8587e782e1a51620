/** Boundary `stage`: one step called directly (README section 7). */
import type { Auction } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import type { Services } from '#src/auction/services.ts';
import { runSteps } from '#src/auction/steps.ts';
import { fillDnt, fillUserAgent } from '#src/auction/validate/device.ts';
import { fillGpc } from '#src/auction/validate/gpc.ts';
import { fillAuctionType } from '#src/auction/validate/http-fields.ts';
import { fillSite } from '#src/auction/validate/site.ts';
import { INGEST_STEPS } from '#src/auction/validate.ts';
import { checkRequest } from '#src/dialect/go/request-rules.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { incoming } from '#test/helpers/auction.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { firstDifference } from '../compare.ts';
import { bareHost } from './bare-host.ts';
import type { Case } from './case.ts';
import { at, fieldsDifference, ortbDifference, wording } from './equality.ts';
import { runHooksOutcomes } from './hooks-outcomes.ts';
import { runCache } from './stage-cache.ts';
import { runFpd } from './stage-fpd.ts';
import { runVideoRespond, runVideoValidate } from './stage-video.ts';

const missing = (pointers: readonly string[], made: unknown): string | undefined =>
  pointers.find((pointer) => at(made, pointer) === undefined);

/** The request after a step. */
function requestDifference({ expect }: Case, made: unknown): string | undefined {
  if (expect['request'] !== undefined) {
    const found = ortbDifference(expect['request'], made);
    if (found) return found;
  }
  const fields = expect['requestFields'] === undefined ? undefined : fieldsDifference(expect['requestFields'] as Ext, made);
  if (fields !== undefined) return fields;
  return missing((expect['requestHas'] ?? []) as string[], made);
}

type Step = (request: BidRequest, headers: Record<string, string>) => void;

/** Single enrichment steps. */
const ENRICHMENT: Readonly<Record<string, Step>> = {
  dnt: (request, headers) => fillDnt(request, headers, false),
  'user-agent': (request, headers) => fillUserAgent(request, headers, false),
  gpc: (request, headers) => fillGpc(request, headers),
  'auction-type': (request) => fillAuctionType(request),
  referer: (request, headers) => fillSite(request, incoming({ headers }), dialects.go.validate),
  site: (request, headers) => fillSite(request, incoming({ headers }), dialects.go.validate),
};

function enriched(one: Case, step: Step): string | undefined {
  const request = structuredClone(one.request.body ?? {}) as unknown as BidRequest;
  const headers = Object.fromEntries(Object.entries(one.request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  step(request, headers);
  return requestDifference(one, request);
}

const bodyOf = ({ request }: Case): Buffer => Buffer.from(request.bodyText ?? JSON.stringify(request.body ?? {}));

const auctionOf = (one: Case, services: Services): Auction => newAuction('auction', incoming({ body: bodyOf(one) }), services, () => {});

/** Stored requests and imps merged under the body. */
async function runStoredMerge(one: Case): Promise<string | undefined> {
  const { services } = bareHost(one);
  const auction = auctionOf(one, services);
  await runSteps(INGEST_STEPS, auction, services);
  const { error } = one.expect;
  const rejected = auction.rejection?.messages.join(', ');
  if (error !== undefined || rejected !== undefined)
    return error === true && rejected !== undefined ? undefined : firstDifference(error, rejected, { special: wording }, 'error');
  const found = requestDifference(one, auction.body);
  if (found) return found;
  for (const [id, wanted] of Object.entries((one.expect['impInfo'] ?? {}) as Record<string, Ext>)) {
    const info = auction.imps.get(id);
    const differs = firstDifference(wanted['storedImp'], info?.storedImp, {}, `impInfo.${id}.storedImp`);
    if (differs) return differs;
    if ((wanted['echoVideoAttrs'] === true) !== (info?.echoVideoAttrs ?? false)) return `impInfo.${id}.echoVideoAttrs`;
  }
  return undefined;
}

/** Validation of a decoded request. */
async function runValidate(one: Case): Promise<string | undefined> {
  const { services } = bareHost(one);
  const auction = auctionOf(one, services);
  const body = structuredClone(one.request.body ?? {});
  auction.request = { ...body, imp: body['imp'] ?? [] } as unknown as BidRequest;
  checkRequest(auction, services);
  const errors = auction.rejection?.messages ?? [];
  const found =
    one.expect['errors'] === undefined ? undefined : firstDifference(one.expect['errors'] ?? [], errors, { special: wording }, 'errors');
  if (found) return found;
  return warningsDifference(one.expect['warnings'], auction) ?? requestDifference(one, auction.request);
}

/** Warnings are listed with their codes, or as messages alone. */
function warningsDifference(wanted: unknown, { diagnostics }: Auction): string | undefined {
  if (!Array.isArray(wanted)) return undefined;
  const given = [...diagnostics.warnings.values()].flat();
  const withCodes = wanted.some((one) => typeof one === 'object');
  const made = given.map(({ code, message }) => (withCodes ? { code, message } : message));
  return firstDifference(wanted, made, { special: wording }, 'warnings');
}

export async function runStage(one: Case): Promise<string | undefined> {
  const { stage = '' } = one.request;
  const step = ENRICHMENT[stage];
  if (step) return enriched(one, step);
  if (stage === 'stored-merge') return runStoredMerge(one);
  if (stage === 'validate') return runValidate(one);
  if (stage === 'cache') return runCache(one);
  if (stage.startsWith('fpd-')) return runFpd(one);
  if (stage === 'video-validate') return runVideoValidate(one);
  if (stage === 'video-respond') return runVideoRespond(one);
  if (stage === 'hooks-outcomes') return runHooksOutcomes(one);
  return `stage ${stage} is not built yet`;
}
