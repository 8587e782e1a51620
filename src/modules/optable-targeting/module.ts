/** Audience targeting: enriches requests with the vendor's ids, and bids with its audience keys. */
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { HookContext, HookResult, ModuleDefinition, ModuleEnv, VendorCall } from '../hook.ts';
import { throughStorage } from '../stored-response.ts';
import { vendorObject } from '../vendor-response.ts';
import { enrichRequest, removeOwnIds } from './enrich.ts';
import { optableIds } from './ids.ts';
import { expandEndpoint, idQuery, optableQuery, queryContext } from './query.ts';
import { addKeys } from './respond.ts';
import { checkOptable, type OptableSettings, optableSettings } from './settings.ts';

/** Name of the component in activity rules. */
const COMPONENT = 'optable-targeting';

const NOT_CONFIGURED = 'Account not properly configured: tenant and/or origin is missing.';

/** ms of the hook's time after the call: a hook that is late would not report why the call failed. */
const RESERVE_MS = 1;

/** A call for the user of a request. */
interface Lookup {
  readonly call: VendorCall;
  /** Identifies tenant, origin and user. */
  readonly key: string;
}

/** @throws Error if the user or the account is unknown */
function lookupOf(seen: BidRequest, settings: OptableSettings): Lookup {
  const { tenant, origin, 'api-key': apiKey, 'id-prefix-order': order } = settings;
  if (!tenant || !origin) throw new Error(NOT_CONFIGURED);
  const context = queryContext(seen);
  const ids = [...optableIds(seen, settings)];
  const query = optableQuery(ids, context, settings);
  if (query === undefined) throw new Error('the request has neither ids nor addresses');
  const headers = {
    Accept: 'application/json',
    ...(seen.device?.ua ? { 'User-Agent': seen.device.ua } : {}),
    ...(apiKey ? { Authorization: `Bearer ${apiKey}` } : {}),
    ...(context.addresses.length > 0 ? { 'X-Forwarded-For': context.addresses } : {}),
  };
  const call: VendorCall = { method: 'GET', uri: `${expandEndpoint(settings)}${query}`, headers };
  return { call, key: [tenant, origin, context.addresses[0] ?? '', idQuery(ids, order)].join(':') };
}

/** The service's response, from the storage if the settings allow it. @throws Error without a usable one */
async function fetchTargeting(settings: OptableSettings, context: HookContext, env: ModuleEnv): Promise<Ext> {
  const { call, key } = lookupOf(context.requestFor(COMPONENT), settings);
  const load = async (timeoutMs: number): Promise<Ext> => {
    const result = await env.call(call, Math.max(0, timeoutMs - RESERVE_MS), context.signal);
    if (result.kind === 'response' && result.response.status !== 200) throw new Error(`Invalid status code: ${result.response.status}`);
    if (result.kind === 'response' && result.response.body.trim() === '') throw new Error('Empty body');
    return vendorObject(result);
  };
  const storage = settings.cache.enabled ? env.storage(COMPONENT) : undefined;
  if (!storage) return load(context.timeoutMs);
  return throughStorage(storage, { key, ttlSeconds: settings.cache.ttlseconds }, context, env, load);
}

const tagged = (name: string, status: 'success' | 'error', values: Ext): HookResult => ({
  tags: { activities: [{ name, status, results: [{ values }] }] },
});

/** A service that fails takes the request's own ids away all the same. */
async function enrich(settings: OptableSettings, context: HookContext, env: ModuleEnv): Promise<HookResult<BidRequest>> {
  const startedUs = env.clock.micros();
  const tag = (status: 'success' | 'error'): HookResult =>
    tagged('optable-enrich-request', status, { 'execution-time': String(Math.round((env.clock.micros() - startedUs) / 1000)) });
  try {
    const response = await fetchTargeting(settings, context, env);
    return {
      ...tag('success'),
      memory: { audience: response['audience'] },
      update: (request) => enrichRequest(request, response, settings),
    };
  } catch (cause) {
    env.log.debug({ module: COMPONENT, account: context.accountId, err: cause }, 'no targeting');
    return { ...tag('error'), update: removeOwnIds };
  }
}

const module: ModuleDefinition = {
  code: 'optable.targeting',
  aliases: [COMPONENT],
  check: (settings) => void optableSettings(settings, {}),
  checkAccount: (account, host) => checkOptable(host, account),
  start(host, env) {
    optableSettings(host, {});
    const compiled = new WeakMap<Ext, OptableSettings>();
    const settingsOf = ({ settings: account, accountId }: HookContext): OptableSettings => {
      const known = compiled.get(account);
      if (known) return known;
      const made = optableSettings(host, account);
      compiled.set(account, made);
      if (!made.tenant || !made.origin) env.log.warn({ module: COMPONENT, account: accountId }, NOT_CONFIGURED);
      return made;
    };
    return {
      hooks: {
        processed_auction_request: (_request, context) => enrich(settingsOf(context), context, env),
        auction_response(response, context) {
          if (!settingsOf(context)['adserver-targeting']) return undefined;
          const reason = addKeys(response, context.memory['audience']);
          return tagged('optable-enrich-response', reason === 'none' ? 'success' : 'error', { reason });
        },
      },
      always: { processed_auction_request: removeOwnIds },
    };
  },
};

export default module;
