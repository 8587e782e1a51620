/** The sample module of the Java variant's integration profile (README 4.2): a hook for every stage, identified by its code. */

import { HOOK_STAGES } from '#src/config/hook-stages.ts';
import type { AnalyticsTags } from '#src/modules/analytics-tags.ts';
import type { Hook, HookResult, Module, Payloads } from '#src/modules/hook.ts';
import type { LoadedModule } from '#src/modules/hook-registry.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Bid } from '#src/openrtb/ortb.ts';

const NAME = 'sample-it-module';

const tags = (name: string, prefix: string): AnalyticsTags => ({
  activities: [
    {
      name,
      status: 'success',
      results: [
        { status: 'success', values: { [`${prefix}some-field`]: `${prefix}some-value` }, appliedto: { impids: ['impId1'], request: true } },
      ],
    },
  ],
});

function entrypoint({ query, headers, ...payload }: Payloads['entrypoint'], draft: Payloads['entrypoint']): HookResult | undefined {
  if (query[`${NAME}-reject`] === 'true') return { reject: true };
  const updates = query[`${NAME}-update`] ?? '';
  if (updates.includes('headers')) headers['x-forwarded-for'] = '222.111.222.111';
  if (updates.includes('body')) draft.body = payload.body.replace('"language":"en"', '"language":"fr"');
  return undefined;
}

function trace(payload: Ext, name: string): void {
  payload['ext'] ??= {};
  const ext = payload['ext'] as Ext;
  ext[NAME] ??= {};
  const own = ext[NAME] as Ext;
  own[`${name}-trace`] = "I've been here";
}

const mark = (bid: { adm?: string | undefined }, text: string): void => {
  bid.adm = `${bid.adm ?? ''}<Impression><![CDATA[${text}]]></Impression>`;
};

const markResponse = (response: { seatbid?: { bid?: Bid[] }[] }, text: string): void => {
  for (const { bid: bids } of response.seatbid ?? []) for (const bid of bids ?? []) mark(bid, text);
};

const HOOKS: { readonly [code: string]: (payload: never) => HookResult | undefined } = {
  entrypoint: (payload: Payloads['entrypoint']) => entrypoint(payload, payload),
  'raw-auction-request': (payload: Ext) => {
    trace(payload, 'raw-auction-request');
    const message = 'raw auction request debug message 1';
    return { debug: [message, message], tags: tags('device-id', '') };
  },
  'processed-auction-request': (payload: Ext) => {
    trace(payload, 'processed-auction-request');
    return undefined;
  },
  'bidder-request': (request: { imp: { tagid?: string }[] }) => {
    for (const imp of request.imp) imp.tagid = 'tagid-from-bidder-request-hook';
    return undefined;
  },
  'raw-bidder-response': ({ responses }: { responses: { bids: { bid: Bid }[] }[] }) => {
    for (const { bid } of responses.flatMap(({ bids }) => bids)) mark(bid, 'Raw bidder response hook have been here');
    return undefined;
  },
  'processed-bidder-response': ({ bids }: { bids: { bid: Bid }[] }) => {
    for (const { bid } of bids) mark(bid, 'Processed bidder response hook have been here');
    return undefined;
  },
  'auction-response': (response: { seatbid?: { bid?: Bid[] }[] }) => {
    markResponse(response, 'Auction response hook have been here too');
    return undefined;
  },
  exitpoint: ({ headers, body }: { headers: Record<string, string>; body: { seatbid?: { bid?: Bid[] }[] } }) => {
    markResponse(body, 'Exitpoint hook have been here');
    headers['Exitpoint-Hook-Header'] = 'Exitpoint-Hook-Value';
    return { debug: ['exitpoint debug message 1', 'exitpoint debug message 2'], tags: tags('exitpoint-device-id', 'exitpoint-') };
  },
};

const hook: Hook = (payload, { hook: code }) => {
  if (code.startsWith('rejecting-')) return { reject: true };
  return HOOKS[code]?.(payload as never);
};

export const sampleModule: LoadedModule = {
  codes: [NAME],
  module: { hooks: Object.fromEntries(HOOK_STAGES.map((stage) => [stage, hook])) } as Module,
};
