import { isPriorityBidder } from '#src/sync/cookie-fit.ts';
import { isSiteCookieAgent } from '#src/sync/cookie-writer.ts';
import type { SyncType } from '#src/sync/filters.ts';
import { gdprInfo, gppConsent, gppSignal, type ResponseFormat, responseFormat } from '#src/sync/set-uid-params.ts';
import type { Row } from '../suites/tables.ts';

interface Input {
  readonly op: string;
  readonly query: { readonly f?: readonly string[] | null } | null;
  readonly default: SyncType;
  readonly override: ResponseFormat | '' | null;
  readonly uri: string | null;
  readonly gppSid: string | null;
  readonly gpp: string | null;
  readonly userAgent: string | null;
  readonly bidder: string | null;
  readonly groups: readonly (readonly string[])[] | null;
}

export function run(row: Row): Record<string, unknown> {
  const input = row.in as unknown as Input;
  switch (input.op) {
    case 'format': {
      const format = responseFormat(input.query?.f?.[0] ?? null, input.default, input.override ?? '');
      return 'error' in format ? format : { error: null, format: format.value };
    }
    case 'gdpr': {
      const { signal, consent, error } = gdprInfo(new URL(input.uri ?? '', 'http://localhost').searchParams);
      return { signal, consent, error };
    }
    case 'gpp-signal': {
      const { signal, error } = gppSignal(input.gppSid ?? '');
      return { signal, error };
    }
    case 'gpp-consent':
      return { error: null, ...gppConsent(input.gpp ?? '') };
    case 'site-cookie':
      return { site: isSiteCookieAgent(input.userAgent ?? '') };
    case 'priority':
      return { priority: isPriorityBidder(input.bidder ?? '', input.groups ?? []) };
    default:
      throw new Error(`operation ${input.op} is not known`);
  }
}
