/** `agma`: auctions whose user consented, for the configured accounts. */

import { agmaOptions } from '#src/config/sections/analytics.ts';
import { toMillis } from '#src/config/units.ts';
import type { BidRequest, DeepReadonly } from '#src/openrtb/ortb.ts';
import { productRecord } from '#src/openrtb/product.ts';
import type { TcfConsent } from '#src/privacy/tcf.ts';
import { readTcf } from '#src/privacy/tcf.ts';
import { AuctionReport } from './auction-report.ts';
import { bufferedDelivery } from './delivery.ts';
import { field, stringIn, timeString } from './json.ts';
import { defineAnalytics } from './module.ts';

const VENDOR_ID = 1122;
const PURPOSE = 9;

/** This sink's own key of the extension object. */
const EXT_KEY = 'prebid';

type Request = DeepReadonly<BidRequest>;
type Account = { readonly code: string; readonly publisher_id: string; readonly site_app_id: string };

const mayMeasure = (consent: TcfConsent): boolean => consent.purposeConsent(PURPOSE) && consent.vendorConsent(VENDOR_ID);

/** Purpose 9 and the vendor, both by consent, from the request's own string, whether or not the GDPR is enforced. */
function hasConsent({ user }: Request): boolean {
  const text: unknown = user?.consent ?? user?.ext?.['consent'];
  if (typeof text !== 'string' || text === '') return false;
  const consent = readTcf(text);
  return 'value' in consent && mayMeasure(consent.value);
}

/** The account's code: the first entry that matches the request's publisher and, if it names one, its site or app. */
export function codeFor({ site, app }: Request, accounts: readonly Account[]): string | undefined {
  const publisher = app?.publisher?.id || site?.publisher?.id || '';
  const place = app ? app.id || app.bundle || '' : (site?.id ?? '');
  if (publisher === '' && place === '') return undefined;
  return accounts.find(({ publisher_id, site_app_id }) => publisher_id === publisher && (site_app_id === '' || site_app_id === place))
    ?.code;
}

function textOf({ request, kind, startedAt }: AuctionReport, code: string): string {
  const info = JSON.stringify({ type: kind, id: request.id, code }).slice(0, -1);
  const parts = (['site', 'app', 'device', 'user'] as const).map((name) =>
    request[name] ? field(name, stringIn(EXT_KEY, request[name])) : '',
  );
  return `${info}${parts.join('')}${field('created_at', timeString(startedAt))}}`;
}

export default defineAnalytics({
  key: 'agma',
  name: 'agma',
  javaName: 'agmaAnalytics',
  options: agmaOptions,
  create({ enabled, accounts, buffers, endpoint, sample_rate }, { post, version, rules }) {
    if (!enabled) return undefined;
    if (accounts.length === 0) throw new Error('accounts: Please configure at least one account for Agma Analytics');
    const headers = { 'content-type': 'application/json', 'x-prebid': productRecord(version) };
    return {
      kinds: ['auction', 'amp', 'video'],
      share: sample_rate,
      extension: EXT_KEY,
      // The Go variant leaves TCF to the module's own check below.
      gvlId: rules.gateAgmaByVendor ? VENDOR_ID : 0,
      needsConsent: true,
      delivery: bufferedDelivery(buffers, endpoint.timeout_ms ?? toMillis(endpoint.timeout) ?? 0),
      encode(report) {
        if (!(report instanceof AuctionReport) || report.status !== 200) return undefined;
        const code = hasConsent(report.request) ? codeFor(report.request, accounts) : undefined;
        return code === undefined ? undefined : { text: textOf(report, code) };
      },
      async send({ items }, signal) {
        const body = `[${items.map(({ text }) => text).join(',')}]`;
        const status = await post(endpoint.url, body, { headers, gzip: endpoint.gzip, signal });
        if (status !== 200) throw new Error(`[agmaAnalytics] Wrong code received ${status} instead of 200`);
      },
    };
  },
});
