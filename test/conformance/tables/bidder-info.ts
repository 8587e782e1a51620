import Fastify from 'fastify';
import type { BidderInfo, MediaType, Platform } from '#src/bidders/bidder.ts';
import { bidderInfo } from '#src/bidders/info.ts';
import type { KnownBidder } from '#src/bidders/registry.ts';
import { registerInfo } from '#src/http/info.ts';
import { aBidder, hostInfo } from '#test/helpers/auction.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import type { Row } from '../suites/tables.ts';

interface Configured {
  readonly disabled?: boolean;
  readonly whiteLabelOnly?: boolean;
  readonly aliasOf?: string;
  readonly endpoint?: string;
  readonly maintainer?: { readonly email: string };
  readonly capabilities?: { readonly [P in Platform]?: { readonly mediaTypes: readonly MediaType[] | null } | null } | null;
}

function toBidder(code: string, configured: Configured | null | undefined): KnownBidder {
  const { endpoint = '', disabled, whiteLabelOnly, aliasOf, maintainer, capabilities } = configured ?? {};
  const made: Partial<BidderInfo> = {
    endpoint,
    enabled: !disabled,
    whiteLabelOnly: whiteLabelOnly ?? false,
    aliasOf,
    maintainer: maintainer?.email ?? '',
    capabilities: Object.fromEntries(
      Object.entries(capabilities ?? {}).flatMap(([platform, own]) => (own ? [[platform, own.mediaTypes ?? []]] : [])),
    ),
  };
  return aBidder(code, { info: hostInfo(made) });
}

/** The endpoints over the row's bidders. */
async function get(url: string, bidders: Record<string, Configured | null>): Promise<Record<string, unknown>> {
  const app = Fastify();
  registerInfo(app, {
    ...testServices({ bidders: registryOf(...Object.entries(bidders).map(([code, configured]) => toBidder(code, configured))) }),
  });
  const response = await app.inject({ url });
  const isJson = response.headers['content-type']?.includes('json');
  return {
    status: response.statusCode,
    body: isJson ? response.json() : null,
    bodyText: isJson ? undefined : response.body,
    headers: response.headers,
  };
}

export async function run(row: Row): Promise<Record<string, unknown>> {
  const { op, query, url, name, bidders, bidder } = row.in as {
    op: string;
    query?: string | null;
    url?: string;
    name?: string;
    bidders?: Record<string, Configured | null> | null;
    bidder?: Configured | null;
  };
  if (op === 'detail') return { body: bidderInfo(toBidder('a', bidder), false) };
  if (op === 'list') return get(`/info/bidders?${query ?? ''}`, bidders ?? {});
  return get(url ?? `/info/bidders/${name}`, bidders ?? {});
}
