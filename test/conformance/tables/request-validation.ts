/** Topic `request-validation`: parts of the request against the validation rules. */
import { enrich } from '#src/auction/enrich.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { searchAccountId } from '#src/auction/validate/account-id.ts';
import { normaliseAliases } from '#src/auction/validate/aliases.ts';
import { bidderListError } from '#src/auction/validate/bidder-names.ts';
import { usableEids, usableUids } from '#src/auction/validate/eids.ts';
import { channelError, eidPermissionsError } from '#src/auction/validate/extension-rules.ts';
import { extensionError } from '#src/auction/validate/extensions.ts';
import { checkImpExt } from '#src/auction/validate/imp-ext.ts';
import { inventoryError } from '#src/auction/validate/inventory.ts';
import { type Rule, ValidationResult } from '#src/auction/validate/validation-result.ts';
import type { KnownBidder } from '#src/bidders/registry.ts';
import { isReservedName } from '#src/bidders/reserved.ts';
import { applyRules, EXTENSION_RULES, USER_RULES } from '#src/dialect/go/request-rules.ts';
import type { Ext, RequestExt } from '#src/openrtb/ext.ts';
import type { BidRequest, EID, UID } from '#src/openrtb/ortb.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import type { Row } from '../suites/tables.ts';

type Out = Record<string, unknown>;

const CORE = ['appnexus', 'openx', 'rubicon', 'pubmatic', 'telaria', 'amx', '33across', 'groupm'];

const bidder = (code: string, enabled = true, whiteLabelOnly = false): KnownBidder =>
  ({ code, info: { enabled, whiteLabelOnly } }) as unknown as KnownBidder;

const incoming = { method: 'POST', path: '/', query: {}, headers: {}, remoteAddress: '', body: Buffer.alloc(0) };

function withRules(
  request: Ext | null | undefined,
  rules: readonly Rule[],
  prepare?: (auction: ReturnType<typeof newAuction>) => void,
): ValidationResult | string[] {
  const services = testServices({ bidders: registryOf(...CORE.map((code) => bidder(code))) });
  const auction = newAuction('auction', incoming, services, () => {});
  auction.request = { ...request, imp: request?.['imp'] ?? [] } as unknown as BidRequest;
  const error = extensionError(auction.request, false);
  if (error) return [error];
  prepare?.(auction);
  const result = new ValidationResult();
  applyRules(rules, auction, services, result);
  return result;
}

const messagesOf = (found: ValidationResult | string[]): string[] => (Array.isArray(found) ? found : found.messages);

const OPS: Readonly<Record<string, (given: Record<string, unknown>) => Out | Promise<Out>>> = {
  inventory: (given) => ({ error: inventoryError((given['request'] ?? {}) as BidRequest) }),
  ext: (given) => ({ errors: messagesOf(withRules({ ext: given['ext'] ?? undefined }, EXTENSION_RULES)) }),
  aliases(given) {
    const disabled = (given['disabled'] ?? []) as string[];
    // The row's white-label bidder is appnexus.
    const registry = registryOf(...CORE.map((code) => bidder(code, !disabled.includes(code), code === 'appnexus')));
    const aliases = given['aliases'] as { [alias: string]: string };
    return { error: normaliseAliases(aliases, registry), aliases };
  },
  'bidder-list': (given) => ({ error: bidderListError((given['bidders'] ?? []) as string[], namesOf(given)) }),
  'eid-permissions'(given) {
    const srv = ((given['ext'] ?? {}) as { srv?: { data?: { eidpermissions?: [] } } }).srv;
    const permissions = srv?.data?.eidpermissions ?? undefined;
    return { error: eidPermissionsError(permissions && { eidpermissions: permissions }, namesOf({ known: ['a'], aliases: { b: 'b' } })) };
  },
  eids(given) {
    const warnings: string[] = [];
    return { eids: usableEids((given['eids'] ?? []) as EID[], (_, message) => warnings.push(message)), warnings };
  },
  uids(given) {
    const warnings: string[] = [];
    return {
      uids: usableUids((given['uids'] ?? []) as UID[], Number(given['eid'] ?? 0), (_, message) => warnings.push(message)),
      warnings,
    };
  },
  user(given) {
    const request = (given['request'] ?? {}) as Ext & { user?: { eids?: unknown } };
    return { errors: messagesOf(withRules(request, USER_RULES)), eids: request.user?.eids };
  },
  channel(given) {
    const request = (given['request'] ?? {}) as BidRequest;
    return { error: channelError(request, given['amp'] === true), channel: request.ext?.srv?.channel };
  },
  async integration(given) {
    const services = testServices();
    const auction = newAuction('auction', incoming, services, () => {});
    auction.request = { id: '', imp: [], ext: given['ext'] as RequestExt };
    auction.account = { ...auction.account, default_integration: String(given['accountDefault'] ?? '') };
    await enrich(auction, services);
    return { integration: auction.request.ext?.srv?.integration };
  },
  'account-id'(given) {
    const found = searchAccountId(given['request'] as Ext);
    if ('error' in found) return found;
    const { id, part } = found.value;
    return { id, app: part === 'app', dooh: part === 'dooh' };
  },
  'stored-responses': storedResponses,
  'reserved-name': (given) => ({ reserved: isReservedName(String(given['name'])) }),
};

function namesOf(given: Record<string, unknown>) {
  const aliases = new Map(Object.entries((given['aliases'] ?? {}) as Record<string, string>));
  return { bidders: registryOf(...((given['known'] as string[] | undefined) ?? CORE).map((code) => bidder(code))), aliases };
}

function storedResponses(given: Record<string, unknown>): Out {
  const stored = (given['storedBidResponses'] ?? {}) as Record<string, Record<string, unknown> | null>;
  const rule: Rule = (auction, services, result) =>
    auction.request.imp.map((imp, i) => checkImpExt(imp, i, auction, services, result)).find((text) => text !== undefined);
  const found = withRules(given['request'] as Ext | null, [rule], (auction) => {
    if (given['hasStoredAuctionResponses'] === true) auction.storedAuctionResponses.set('any', '[]');
    for (const [impId, bidders] of Object.entries(stored)) {
      for (const [name, bids] of Object.entries(bidders ?? {})) {
        auction.storedBidResponses.push({ impId, bidder: name, body: JSON.stringify(bids), replaceImpId: true });
      }
    }
  });
  return { errors: messagesOf(found) };
}

export function run({ in: given }: Row): Out | Promise<Out> {
  return OPS[String(given['op'])]?.(given) ?? {};
}
