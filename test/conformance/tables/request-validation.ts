/** Topic `request-validation`: parts of the request against the rulebook. */
import { enrich } from '#src/auction/enrich.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { accountIdOf } from '#src/auction/validate/account-id.ts';
import { normaliseAliases } from '#src/auction/validate/aliases.ts';
import { unknownBidderText } from '#src/auction/validate/bidder-names.ts';
import { usableEids, usableUids } from '#src/auction/validate/eids.ts';
import { channelFault, eidPermissionsFault } from '#src/auction/validate/extension-rules.ts';
import { extensionFault } from '#src/auction/validate/extensions.ts';
import { checkImpExt } from '#src/auction/validate/imp-ext.ts';
import { inventoryFault } from '#src/auction/validate/inventory.ts';
import { isReservedName } from '#src/auction/validate/reserved.ts';
import { type Rule, Verdict } from '#src/auction/validate/verdict.ts';
import type { KnownBidder } from '#src/bidders/registry.ts';
import { applyRules, EXTENSION_RULES, USER_RULES } from '#src/dialect/go/request-rules.ts';
import type { Ext, RequestExt } from '#src/wire/ext.ts';
import type { BidRequest, EID, UID } from '#src/wire/ortb.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import type { Row } from '../suites/tables.ts';

type Out = Record<string, unknown>;

const CORE = ['appnexus', 'openx', 'rubicon', 'pubmatic', 'telaria', 'amx', '33across', 'groupm'];

const bidder = (code: string, enabled = true, whiteLabelOnly = false): KnownBidder =>
  ({ code, info: { enabled, whiteLabelOnly } }) as unknown as KnownBidder;

const incoming = { method: 'POST', path: '/', query: {}, headers: {}, remoteAddress: '', body: Buffer.alloc(0) };

function withRules(request: Ext, rules: readonly Rule[], prepare?: (auction: ReturnType<typeof newAuction>) => void): Verdict | string[] {
  const services = testServices({ bidders: registryOf(...CORE.map((code) => bidder(code))) });
  const auction = newAuction('auction', incoming, services, () => {});
  auction.request = { imp: [], ...request } as unknown as BidRequest;
  const fault = extensionFault(auction.request, false);
  if (fault) return [fault];
  prepare?.(auction);
  const verdict = new Verdict();
  applyRules(rules, auction, services, verdict);
  return verdict;
}

const textsOf = (found: Verdict | string[]): string[] => (Array.isArray(found) ? found : found.texts);

const OPS: Readonly<Record<string, (given: Record<string, unknown>) => Out | Promise<Out>>> = {
  inventory: (given) => ({ error: inventoryFault(given['request'] as BidRequest) }),
  ext: (given) => ({ errors: textsOf(withRules({ ext: given['ext'] ?? undefined }, EXTENSION_RULES)) }),
  aliases(given) {
    const disabled = given['disabled'] as string[];
    // The row's white-label bidder is appnexus.
    const registry = registryOf(...CORE.map((code) => bidder(code, !disabled.includes(code), code === 'appnexus')));
    const aliases = given['aliases'] as { [alias: string]: string };
    return { error: normaliseAliases(aliases, registry), aliases };
  },
  'bidder-list': (given) => ({ error: unknownBidderText(given['bidders'] as string[], namesOf(given)) }),
  'eid-permissions'(given) {
    const srv = (given['ext'] as { srv?: { data?: { eidpermissions?: [] } } }).srv;
    const permissions = srv?.data?.eidpermissions ?? undefined;
    return { error: eidPermissionsFault(permissions && { eidpermissions: permissions }, namesOf({ known: ['a'], aliases: { b: 'b' } })) };
  },
  eids(given) {
    const warnings: string[] = [];
    return { eids: usableEids((given['eids'] ?? []) as EID[], (_, text) => warnings.push(text)), warnings };
  },
  uids(given) {
    const warnings: string[] = [];
    return { uids: usableUids((given['uids'] ?? []) as UID[], Number(given['eid']), (_, text) => warnings.push(text)), warnings };
  },
  user(given) {
    const request = given['request'] as Ext & { user?: { eids?: unknown } };
    return { errors: textsOf(withRules(request, USER_RULES)), eids: request.user?.eids };
  },
  channel(given) {
    const request = given['request'] as BidRequest;
    return { error: channelFault(request, given['amp'] === true), channel: request.ext?.srv?.channel };
  },
  async integration(given) {
    const services = testServices();
    const auction = newAuction('auction', incoming, services, () => {});
    auction.request = { id: '', imp: [], ext: given['ext'] as RequestExt };
    auction.account = { ...auction.account, default_integration: String(given['accountDefault']) };
    await enrich(auction, services);
    return { integration: auction.request.ext?.srv?.integration };
  },
  'account-id'(given) {
    const found = accountIdOf(given['request'] as Ext);
    return 'error' in found ? { error: found.error } : { id: found.id, app: found.channel === 'app', dooh: found.channel === 'dooh' };
  },
  'stored-responses': storedResponses,
  'reserved-name': (given) => ({ reserved: isReservedName(String(given['name'])) }),
};

function namesOf(given: Record<string, unknown>) {
  const aliases = new Map(Object.entries((given['aliases'] ?? {}) as Record<string, string>));
  return { bidders: registryOf(...((given['known'] as string[] | undefined) ?? CORE).map((code) => bidder(code))), aliases };
}

function storedResponses(given: Record<string, unknown>): Out {
  const stored = (given['storedBidResponses'] ?? {}) as Record<string, Record<string, unknown>>;
  const rule: Rule = (auction, services, verdict) =>
    auction.request.imp.map((imp, i) => checkImpExt(imp, i, auction, services, verdict)).find((text) => text !== undefined);
  const found = withRules(given['request'] as Ext, [rule], (auction) => {
    if (given['hasStoredAuctionResponses'] === true) auction.storedAuctionResponses.set('any', '[]');
    for (const [impId, bidders] of Object.entries(stored)) {
      for (const name of Object.keys(bidders)) {
        auction.storedBidResponses.push({ impId, bidder: name, body: JSON.stringify(bidders[name]), replaceImpId: true });
      }
    }
  });
  return { errors: textsOf(found) };
}

export function run({ in: given }: Row): Out | Promise<Out> {
  return OPS[String(given['op'])]?.(given) ?? {};
}
