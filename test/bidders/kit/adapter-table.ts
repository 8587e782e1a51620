/** Tests of one adapter as two tables of sentences: its calls for a request, and the result of a response. */
import { describe, expect, it } from 'vitest';
import type { BidderDefinition, BidderError, Builder, Call, SharedRequest, TypedBid } from '#src/bidders/bidder.ts';
import { builder, info, requestOf, response, sent } from './builder.ts';

export const java = { dialect: 'java' } as const;
export const json = { 'Content-Type': 'application/json;charset=utf-8' };
export const jsonAccept = { ...json, Accept: 'application/json' };
export const openRtb25 = { ...jsonAccept, 'X-Openrtb-Version': '2.5' };

/** The decoder's message for a string instead of an object. */
export const NOT_AN_OBJECT = 'expect { or n, but found "';

/** A row for an exchange that receives the request unchanged and does not read params. */
export const unread = { params: ['anything'], calls: 'unchanged' } as const;

/** Fields of a bid with a type in its `ext`. */
export const type = (name?: string) => ({ ext: { srv: { type: name } } });

interface Given {
  /** Imps by their params (`ext.bidder`); ids are '1', '2' … */
  readonly params?: readonly unknown[];
  /** Complete imps instead of `params`. */
  readonly imps?: readonly object[];
  /** Fields of the request beside its imps. */
  readonly request?: object;
  readonly builder?: Partial<Builder>;
  readonly dialect?: 'go' | 'java';
}

/** A call; omitted fields are not compared. `imps` is the body's list of imps. */
type ExpectedCall = Partial<Omit<Call, 'body'>> & { readonly body?: unknown; readonly imps?: readonly object[] };

/** `calls: 'unchanged'`: one call with the same request. Omitted calls and errors must not be made. */
export interface RequestRow extends Given {
  readonly calls?: 'unchanged' | readonly ExpectedCall[];
  readonly headers?: Call['headers'];
  readonly errors?: readonly BidderError[];
}

/** Bids default to id 'b', impid '1' and price 1. Without `types` and `bids` among the results there must be no result. */
export interface ResponseRow extends Given {
  readonly status?: number;
  /** The complete body; else one of `bids` in one seatbid. */
  readonly body?: unknown;
  readonly bids?: readonly object[];
  readonly cur?: string;
  readonly call?: Partial<Call>;
  readonly types?: readonly string[];
  readonly currency?: string;
  /** Fields of the typed bids and of their `bid`, compared if given (also if `undefined`). */
  readonly result?: readonly Partial<Omit<TypedBid, 'bid'> & { readonly bid: object }>[];
  readonly errors?: readonly BidderError[];
}

const toRequest = ({ params = [{}], imps, request }: Given): SharedRequest => ({
  ...requestOf(...params.map((bidder, index) => ({ id: String(index + 1), banner: {}, bidder }))),
  ...(imps && { imp: imps as SharedRequest['imp'] }),
  ...request,
});

function expectRequest(definition: BidderDefinition, row: RequestRow): void {
  const request = toRequest(row);
  const adapter = definition.build({ ...builder, ...row.builder, ...(row.dialect && { dialect: row.dialect }) });
  const { calls, errors } = adapter.makeRequests(request, info);
  expect(errors).toEqual(row.errors ?? []);
  if (row.headers) expect(calls.map(({ headers }) => headers)).toEqual(calls.map(() => row.headers));
  if (row.calls === 'unchanged') {
    expect(calls.map(({ uri }) => uri)).toEqual([builder.endpoint]);
    expect(calls[0]?.body).toBe(request);
    return;
  }
  const expected = row.calls ?? [];
  expect(calls).toHaveLength(expected.length);
  for (const [index, { imps, ...fields }] of expected.entries()) {
    const made = calls[index];
    if (imps) expect((made?.body as SharedRequest | undefined)?.imp).toEqual(imps);
    for (const [name, value] of Object.entries(fields)) expect(made?.[name as keyof Call]).toEqual(value);
  }
}

function expectResponse(definition: BidderDefinition, row: ResponseRow): void {
  const { status, cur, types, currency, result: expected } = row;
  const bids = row.bids?.map((one) => ({ id: 'b', impid: '1', price: 1, ...one }));
  const body = row.body ?? (bids ? { id: 'r', cur, seatbid: [{ bid: bids }] } : '');
  const adapter = definition.build({ ...builder, ...row.builder, ...(row.dialect && { dialect: row.dialect }) });
  const { result, errors } = adapter.makeBids(toRequest(row), { ...sent, ...row.call }, response(body, status));
  expect(errors).toEqual(row.errors ?? []);
  if (!types && !expected) expect(result).toBeUndefined();
  if (types) expect(result?.bids.map(({ type }) => type)).toEqual(types);
  if (expected) expect(result?.bids).toHaveLength(expected.length);
  for (const [index, { bid, ...extras }] of (expected ?? []).entries()) {
    const made = result?.bids[index];
    if (bid) expect(made?.bid).toMatchObject(bid);
    for (const [name, value] of Object.entries(extras)) expect(made?.[name as keyof TypedBid]).toEqual(value);
  }
  if (currency !== undefined) expect(result?.currency).toBe(currency);
}

/** One test per row; the sentences complete the bidder's code: `acme` › `drops bids without a type`. */
export function testAdapter(
  definition: BidderDefinition,
  {
    requests = {},
    responses = {},
  }: { readonly requests?: { readonly [sentence: string]: RequestRow }; readonly responses?: { readonly [sentence: string]: ResponseRow } },
): void {
  describe(definition.code, () => {
    for (const [sentence, row] of Object.entries(requests)) {
      it(sentence, () => {
        expectRequest(definition, row);
      });
    }
    for (const [sentence, row] of Object.entries(responses)) {
      it(sentence, () => {
        expectResponse(definition, row);
      });
    }
  });
}
