import { z } from 'zod';
import { percentEncode, queryEscape } from '#src/lang/percent.ts';
import { aborting, badInput, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { fillPlaceholders } from '../kit/macros.ts';
import { byImp } from '../kit/media-type.ts';
import { badBidderExt, noImpression } from '../kit/messages.ts';
import { filled } from '../kit/objects.ts';
import { statusPolicy, unexpectedStatus } from '../kit/status.ts';
import { escapePath, withQuery } from '../kit/url.ts';

const OWN_HOST = /^(zz|vz)[0-9]{3,}([a-z]{2,3}|test)$/;

/** Subdomain and path of an endpoint: a host of its own, or a path of the shared one. */
const addressOf = (endpoint: string, escaped: (path: string) => string): { readonly subdomain: string; readonly path: string } =>
  OWN_HOST.test(endpoint)
    ? { subdomain: `${endpoint}.pub`, path: '/rtb/' }
    : { subdomain: 'ssp.api', path: `/rtb/v2/${escaped(endpoint)}` };

const escapeSegments = (path: string): string => path.split('/').map(percentEncode).join('/');

interface OwnParams {
  readonly tappxkey?: string | undefined;
  readonly mktag?: string | undefined;
  readonly bcid?: readonly (string | undefined)[] | undefined;
  readonly bcrid?: readonly (string | undefined)[] | undefined;
}

const ownParams = ({ tappxkey = '', mktag, bcid, bcrid }: OwnParams) => ({ tappxkey, ...filled({ mktag, bcid, bcrid }) });

export default defineBidder({
  code: 'tappx',
  endpoint: 'http://{{.Host}}',
  maintainer: 'tappx@tappx.com',
  vendorId: 628,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe: {
      url: 'https://ssp.api.tappx.com/cs/usersync.php?gdpr_optin={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&type=iframe&ruid={{.RedirectURL}}',
      userMacro: '{{TPPXUID}}',
    },
  },
  params: z.object({
    host: z.string().optional(),
    tappxkey: z.string(),
    mktag: z.string().optional(),
    endpoint: z.string().min(1),
    bidfloor: z.number().optional(),
    bcid: z.array(z.string()).optional(),
    bcrid: z.array(z.string()).optional(),
  }),

  whenEmpty: badInput(noImpression),
  paramsOf: 'first',
  badParams: (_, __, step) => badInput(step === 'ext' ? badBidderExt : 'Error parsing tappxExt parameters'),
  imp: ({ params: { endpoint, tappxkey, bidfloor = 0 }, index }) => {
    if (index > 0) return undefined;
    if (!endpoint) return aborting(badInput('Tappx endpoint undefined'));
    if (!tappxkey) return aborting(badInput('Tappx key undefined'));
    return bidfloor > 0 ? { bidfloor } : undefined;
  },
  uri: ([first], { request, builder }) => {
    const { endpoint = '', tappxkey } = first?.params ?? {};
    const { subdomain, path } = addressOf(endpoint, escapePath);
    const address = fillPlaceholders(builder.endpoint, { '{{.Host}}': `${subdomain}.tappx.com${path}` });
    const ts = request.test ? undefined : builder.env.now();
    return withQuery(address, { tappxkey, ts, type_cnn: 'prebid', v: '1.6' });
  },
  request: ([first]) => ({ ext: { bidder: ownParams(first?.params ?? {}) } }),
  status: statusPolicy({ other: unexpectedStatus, otherError: generic }),
  response: { currency: { fixed: 'USD' }, mediaType: byImp({ order: ['video'], otherwise: () => 'banner' }) },
  java: {
    endpoint: 'https://{subdomain}.tappx.com{/path*}',
    badParams: (cause) => badInput(cause),
    uri: ([first], { request, builder }) => {
      const { endpoint = '', tappxkey = '' } = first?.params ?? {};
      const { subdomain, path } = addressOf(endpoint, escapeSegments);
      const address = fillPlaceholders(builder.endpoint, { '{subdomain}': subdomain, '{/path*}': path });
      const ts = request.test ? `&ts=${builder.env.now()}` : '';
      return `${address}?tappxkey=${queryEscape(tappxkey)}&v=1.6&type_cnn=prebid${ts}`;
    },
  },
});
