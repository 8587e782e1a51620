/** Runs the recorded cases and parameter lists of every bidder (README of the bidder cases). A group is a bidder. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RateTable } from '#src/auction/pricing/currency.ts';
import type { Adapter, BidderDefinition, Builder, Call, HttpResponse, RequestInfo, SharedRequest } from '#src/bidders/bidder.ts';
import { findDefinitions } from '#src/bidders/definitions.ts';
import { toDraft4 } from '#src/bidders/params/schema.ts';
import { compileValidator } from '#src/bidders/params/validator.ts';
import { parseJson } from '#src/json/parse.ts';
import { converterOf, sameCurrency } from '#test/helpers/conversions.ts';
import { deepFreeze } from '#test/helpers/freeze.ts';
import { bind } from '../bidders/binding.ts';
import { asRecorded, pin, type RecordedBuilder, toBuilder } from '../bidders/builder.ts';
import { compareCalls, compareErrors, compareResults, type WantedCall, type WantedError, type WantedResult } from '../bidders/compare.ts';
import { emptyGroup, type GroupResult, record, suiteDir } from '../results.ts';

interface RecordedResponse {
  readonly status?: number;
  readonly headers?: Record<string, string | readonly string[]>;
  readonly body?: unknown;
}

interface Case {
  readonly name: string;
  readonly kind: string;
  readonly builder?: string;
  readonly mockBidRequest: Record<string, unknown>;
  readonly httpCalls: readonly { readonly expectedRequest: WantedCall; readonly mockResponse: RecordedResponse }[];
  readonly expectedMakeRequestsErrors: readonly WantedError[];
  readonly expectedBidResponses: readonly WantedResult[];
  readonly expectedMakeBidsErrors: readonly WantedError[];
}

interface BidderFile {
  readonly bidder: string;
  readonly builder: RecordedBuilder;
  readonly builders?: Record<string, RecordedBuilder>;
  readonly params: { readonly valid: readonly string[]; readonly invalid: readonly string[]; readonly undecodable?: readonly string[] };
  readonly cases: readonly Case[];
}

function infoOf(test: Case): RequestInfo {
  const ext = test.mockBidRequest['ext'] as { srv?: { currency?: { rates?: RateTable } } } | undefined;
  const rates = ext?.srv?.currency?.rates;
  const endpoint = test.kind === 'amp' ? 'amp' : test.kind.startsWith('video') ? 'video' : undefined;
  return { endpoint, convert: rates ? converterOf(rates) : converterOf() };
}

function responseOf({ status = 0, headers = {}, body }: RecordedResponse): HttpResponse {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat()] as const);
  return { status, headers: Object.fromEntries(lower), body: body === undefined ? '' : JSON.stringify(body) };
}

/** The first difference between the adapter's results in a case and the recorded ones. */
function runCase(adapter: Adapter, test: Case, builder: RecordedBuilder): string | undefined {
  const request = deepFreeze(bind('BidRequest', structuredClone(test.mockBidRequest))) as SharedRequest;
  const made = adapter.makeRequests(request, infoOf(test));
  const found =
    compareErrors(test.expectedMakeRequestsErrors, made.errors, 'request') ??
    compareCalls(
      test.httpCalls.map((call) => call.expectedRequest),
      asRecorded(made.calls, builder),
    );
  if (found !== undefined) return found;
  const parsed = test.httpCalls.slice(0, made.calls.length).map(({ expectedRequest, mockResponse }) => {
    const sent = {
      method: 'POST',
      uri: expectedRequest.uri,
      headers: {},
      body: expectedRequest.body as object | undefined,
      impIds: [],
    } as Call;
    return adapter.makeBids(request, sent, responseOf(mockResponse));
  });
  return (
    compareErrors(
      test.expectedMakeBidsErrors,
      parsed.flatMap((one) => one.errors),
      'answer',
    ) ??
    compareResults(
      test.expectedBidResponses,
      parsed.flatMap((one) => one.result ?? []),
    )
  );
}

/** Every builder a case must pass with. */
function buildersOf(file: BidderFile, test: Case): readonly RecordedBuilder[] {
  const own = test.builder === undefined ? undefined : file.builders?.[test.builder];
  return own ? [own] : [file.builder, ...(file.builder.alternatives ?? [])];
}

/** Whether params are valid by the bidder's schema and by its zod source; `undefined` if the two disagree. */
function accepts(definition: BidderDefinition, validate: ReturnType<typeof compileValidator>, json: string): boolean | undefined {
  const value = parseJson(json);
  if (value === undefined) return false;
  const isGood = validate(value).length === 0;
  return definition.params.safeParse(value).success === isGood ? isGood : undefined;
}

/** Whether the adapter rejects params its schema accepts. */
function rejects(adapter: Adapter, json: string): boolean {
  const imp = { id: 'imp', banner: { w: 300, h: 250 }, video: { mimes: ['video/mp4'] }, ext: { bidder: JSON.parse(json) } };
  const made = adapter.makeRequests(deepFreeze({ id: 'request', imp: [imp] }), sameCurrency);
  return made.calls.length === 0 && made.errors.length > 0;
}

function runParams(file: BidderFile, definition: BidderDefinition, count: (name: string, found: string | undefined) => void): void {
  const validate = compileValidator(toDraft4(definition.params));
  const { valid, invalid, undecodable = [] } = file.params;
  const decide = (text: string, wanted: boolean): string | undefined => {
    const made = accepts(definition, validate, text);
    return made === wanted ? undefined : `wanted ${wanted}, made ${made ?? 'schema and zod disagree'}: ${text}`;
  };
  valid.forEach((text, i) => {
    count(`params/valid/${i}`, decide(text, true));
  });
  invalid.forEach((text, i) => {
    count(`params/invalid/${i}`, decide(text, false));
  });
  const adapter = definition.build(toBuilder(file.builder));
  undecodable.forEach((text, i) => {
    count(`params/undecodable/${i}`, rejects(adapter, text) ? undefined : `was read: ${text}`);
  });
}

function runFile(file: BidderFile, definition: BidderDefinition | undefined): GroupResult {
  const result = emptyGroup('bidders', file.bidder);
  if (!definition) {
    const { valid, invalid, undecodable = [] } = file.params;
    result.total = file.cases.length + valid.length + invalid.length + undecodable.length;
    result.failing.push(`all: not built yet`);
    return result;
  }
  const adapters = new Map<RecordedBuilder, Adapter>();
  const adapterOf = (recorded: RecordedBuilder): Adapter => {
    const adapter = adapters.get(recorded) ?? definition.build(toBuilder(recorded) satisfies Builder);
    adapters.set(recorded, adapter);
    return adapter;
  };
  for (const test of file.cases) {
    const differences = buildersOf(file, test).map((recorded) => runCase(adapterOf(recorded), pin(test, file.builder), recorded));
    record(
      result,
      `${test.kind}/${test.name}`,
      differences.find((found) => found !== undefined),
    );
  }
  runParams(file, definition, (name, found) => record(result, name, found));
  return result;
}

/** All bidders, or the named ones. */
export async function runBidders(only: readonly string[]): Promise<GroupResult[]> {
  const dir = suiteDir('bidders');
  if (!dir) return [];
  const definitions = new Map((await findDefinitions()).map((definition) => [definition.code, definition]));
  const names = readdirSync(dir).filter((name) => name.endsWith('.json') && (only.length === 0 || only.includes(name.slice(0, -5))));
  return names.sort().map((name) => {
    const file = JSON.parse(readFileSync(join(dir, name), 'utf8')) as BidderFile;
    return runFile(file, definitions.get(file.bidder));
  });
}
