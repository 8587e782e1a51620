/** Resolves the user's identity with the vendor's service and adds the eids to the request. */
import { denormaliseExt } from '#src/openrtb/rename.ts';
import type { AnalyticsTags } from '../analytics-tags.ts';
import type { ModuleDefinition } from '../hook.ts';
import { vendorObject } from '../vendor-response.ts';
import { addEids, eidsOf } from './add-eids.ts';
import { identitySettings } from './settings.ts';

/** Name of the component in activity rules. */
const COMPONENT = 'liveintent-omni-channel-identity';

const module: ModuleDefinition = {
  code: 'liveintent.identity',
  aliases: [COMPONENT],
  check: (settings) => void identitySettings(settings),
  start(settings, { call, random }) {
    const { 'treatment-rate': treatmentRate, 'target-bidders': targets, ...service } = identitySettings(settings);
    return {
      hooks: {
        async processed_auction_request(_request, { requestFor, extKey, timeoutMs, signal }) {
          if (treatmentRate <= random.next()) return undefined;
          const result = await call(
            {
              method: 'POST',
              uri: service['identity-resolution-endpoint'],
              headers: { Authorization: `Bearer ${service['auth-token']}` },
              body: JSON.stringify(denormaliseExt(requestFor(COMPONENT), extKey)),
            },
            Math.min(service['request-timeout-ms'], timeoutMs),
            signal,
          );
          const eids = eidsOf(vendorObject(result));
          const results = [{ status: '', values: { treatmentRate } }];
          const tags: AnalyticsTags = { activities: [{ name: 'liveintent-enriched', status: 'success', results }] };
          return eids.length === 0 ? { tags } : { tags, update: (request) => addEids(request, eids, targets) };
        },
      },
    };
  },
};

export default module;
