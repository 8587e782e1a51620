/** Inputs of the tests' adapters: the Go variant, no host configuration, fixed time and randomness. */
import type { BuildInput, Call, RequestInfo, SharedRequest } from '#src/bidders/bidder.ts';
import type { InfoSpec } from '#src/bidders/kit/bidder-info.ts';
import type { BidderSpec } from '#src/bidders/kit/spec.ts';

export const builder: BuildInput = {
  name: 'acme',
  endpoint: 'https://acme.example/bid',
  extraInfo: '',
  platformId: '',
  appSecret: '',
  xapi: { username: '', password: '', tracker: '' },
  server: { externalUrl: '', gvlId: 0, dataCenter: '' },
  env: { now: () => 0, random: () => 7n, uuid: () => 'uuid', version: '' },
  dialect: 'go',
};

export const basics = {
  code: 'acme',
  maintainer: 'ads@acme.example',
  capabilities: { site: ['banner', 'video'] },
} as const satisfies InfoSpec & Pick<BidderSpec<never, never, never>, 'code'>;

/** Two euros are three dollars; there are no other rates. */
export const info: RequestInfo = {
  convert: (from, to) =>
    from === 'EUR' && to === 'USD'
      ? { value: (amount) => amount * 1.5 }
      : { error: `Currency conversion rate not found: '${from}' => '${to}'` },
};

/** A request with one imp per id, each with these params. */
export const requestOf = (...imps: readonly { id: string; bidder?: unknown; [field: string]: unknown }[]): SharedRequest =>
  ({ id: 'request', imp: imps.map(({ bidder, ...imp }) => ({ ...imp, ext: { bidder } })) }) as SharedRequest;

export const sent: Call = { method: 'POST', uri: 'https://acme.example/bid', headers: {}, impIds: ['1'] };

export const response = (body: unknown, status = 200, headers: Record<string, readonly string[]> = {}) => ({
  status,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
