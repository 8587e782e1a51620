import type { SyncEndpoint, UserSyncInfo } from '#src/bidders/bidder.ts';
import { chooseExternalUrl, compileEndpoint, createSyncers, isSyncable, type SyncUrlSettings } from '#src/sync/syncers.ts';
import { escapeAroundMacros, toMacroValues } from '#src/sync/url-template.ts';
import type { Row } from '../suites/tables.ts';

interface RowEndpoint {
  readonly url?: string | null;
  readonly redirect_url?: string;
  readonly external_url?: string;
  readonly user_macro?: string;
}
interface RowBidder {
  readonly disabled?: boolean;
  readonly whiteLabelOnly?: boolean;
  readonly userSync?: { key?: string; external_url?: string; iframe?: RowEndpoint; redirect?: RowEndpoint } | null;
}
interface Input {
  readonly op: string;
  readonly endpoint: (RowEndpoint & string) | null;
  readonly syncerExternalUrl?: string;
  readonly syncer: string | null;
  readonly host: (string & { external_url?: string; user_sync?: { external_url?: string; redirect_url?: string } | null }) | null;
  readonly text: string | null;
  readonly bidders: Readonly<Record<string, RowBidder | null>> | null;
  readonly bidder: RowBidder | null;
}

const VALUES = toMacroValues({ GDPR: 'A', GDPRConsent: 'B', USPrivacy: 'C', GPP: 'D', GPPSID: '1' });

const toEndpoint = ({ url, redirect_url, external_url, user_macro }: RowEndpoint): SyncEndpoint => ({
  url: url ?? '',
  redirectUrl: redirect_url,
  externalUrl: external_url,
  userMacro: user_macro,
});

function toInfo(userSync: RowBidder['userSync']): UserSyncInfo | undefined {
  if (!userSync) return undefined;
  const { key, external_url, iframe, redirect } = userSync;
  return { key, externalUrl: external_url, iframe: iframe && toEndpoint(iframe), redirect: redirect && toEndpoint(redirect) };
}

const isActive = (bidder: RowBidder | null): boolean => !bidder?.disabled && !bidder?.whiteLabelOnly;

const hostSettings = (host: Input['host']): SyncUrlSettings => ({
  externalUrl: host?.user_sync?.external_url || host?.external_url || '',
  redirectUrl: host?.user_sync?.redirect_url ?? '',
});

function build({ endpoint, syncerExternalUrl }: Input): Record<string, unknown> {
  const settings = { externalUrl: 'http://host.com', redirectUrl: '{{.ExternalURL}}/host' };
  try {
    const template = compileEndpoint(
      toEndpoint(endpoint ?? {}),
      { bidder: 'anyKey', syncType: 'x', externalUrl: syncerExternalUrl },
      settings,
    );
    return { error: null, rendered: template.render(VALUES) };
  } catch (cause) {
    return { error: (cause as Error).message };
  }
}

function renderInfo({ bidders, host }: Input): Record<string, unknown> {
  const sources = Object.entries(bidders ?? {}).map(([code, bidder]) => ({
    code,
    key: bidder?.userSync?.key ?? code,
    active: isActive(bidder),
    info: toInfo(bidder?.userSync),
  }));
  const { byBidder, errors } = createSyncers(sources, hostSettings(host));
  return { errors, iframes: Object.fromEntries([...byBidder].map(([code, syncer]) => [code, syncer.url('iframe', VALUES)])) };
}

export function run(row: Row): Record<string, unknown> {
  const input = row.in as unknown as Input;
  switch (input.op) {
    case 'build':
      return build(input);
    case 'external-url':
      return { url: chooseExternalUrl(input.endpoint ?? '', input.syncer ?? '', input.host ?? '') };
    case 'escape':
      return { text: escapeAroundMacros(input.text ?? '') };
    case 'render-info':
      return renderInfo(input);
    case 'wanted':
      return { wanted: isSyncable({ active: isActive(input.bidder), info: toInfo(input.bidder?.userSync) }) };
    default:
      throw new Error(`operation ${input.op} is not known`);
  }
}
