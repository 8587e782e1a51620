import Fastify from 'fastify';
import type { Services } from '#src/auction/services.ts';
import type { BidderInfo, MediaType, Platform } from '#src/bidders/bidder.ts';
import { bidderInfo } from '#src/bidders/info.ts';
import type { KnownBidder } from '#src/bidders/registry.ts';
import { registerInfo } from '#src/http/info.ts';
import { aBidder, facts } from '#test/helpers/auction.ts';
import { registryOf } from '#test/helpers/services.ts';
import type { Row } from '../suites/tables.ts';

interface Configured {
  readonly disabled?: boolean;
  readonly whiteLabelOnly?: boolean;
  readonly aliasOf?: string;
  readonly endpoint?: string;
  readonly maintainer?: { readonly email: string };
  readonly capabilities?: { readonly [P in Platform]?: { readonly mediaTypes: readonly MediaType[] } };
}

function toBidder(code: string, configured: Configured): KnownBidder {
  const { endpoint = '', disabled, whiteLabelOnly, aliasOf, maintainer, capabilities = {} } = configured;
  const made: Partial<BidderInfo> = {
    endpoint,
    enabled: !disabled,
    whiteLabelOnly: whiteLabelOnly ?? false,
    aliasOf,
    maintainer: maintainer?.email ?? '',
    capabilities: Object.fromEntries(Object.entries(capabilities).map(([platform, { mediaTypes }]) => [platform, mediaTypes])),
  };
  return aBidder(code, { info: facts(made) });
}

/** The endpoints over the row's bidders. */
async function ask(url: string, bidders: Record<string, Configured>): Promise<Record<string, unknown>> {
  const app = Fastify();
  registerInfo(app, {
    bidders: registryOf(...Object.entries(bidders).map(([code, configured]) => toBidder(code, configured))),
  } as unknown as Services);
  const answer = await app.inject({ url });
  const isJson = answer.headers['content-type']?.includes('json');
  return {
    status: answer.statusCode,
    body: isJson ? answer.json() : null,
    bodyText: isJson ? undefined : answer.body,
    headers: answer.headers,
  };
}

export async function run(row: Row): Promise<Record<string, unknown>> {
  const { op, query, url, name, bidders, bidder } = row.in as {
    op: string;
    query?: string;
    url?: string;
    name?: string;
    bidders?: Record<string, Configured>;
    bidder?: Configured;
  };
  if (op === 'detail') return { body: bidderInfo(toBidder('a', bidder ?? {})) };
  if (op === 'list') return ask(`/info/bidders?${query}`, bidders ?? {});
  return ask(url ?? `/info/bidders/${name}`, bidders ?? {});
}
