/** Topic `gdpr-signal`: whether the GDPR applies. */
import {
  eeaCountries,
  gdprConsent,
  gdprDefault,
  isEea,
  isGdprEnforced,
  settledSignal,
  toCountries,
} from '#src/auction/privacy/gdpr-scope.ts';
import type { BidRequest, Regs, User } from '#src/openrtb/ortb.ts';
import { type GdprSignal, gdprSignal, parseGdprSignal } from '#src/privacy/gdpr-signal.ts';
import { decodeGpp } from '#src/privacy/gpp.ts';
import type { Row } from '../suites/tables.ts';
import { type GppRow, toSections } from './ccpa.ts';

type In = {
  op: string;
  text?: string;
  default?: string | number;
  signal?: GdprSignal;
  regs?: Regs | null;
  channelEnabled?: boolean;
  user?: User | null;
  gpp?: GppRow | string;
  host?: string[] | null;
  account?: string[] | null;
  country?: string;
  list?: string[] | null;
  request?: BidRequest;
  eea?: string[];
};

const one = (value: string | number | undefined): 0 | 1 => (Number(value ?? 0) === 1 ? 1 : 0);

export function run({ in: row }: Row): Record<string, unknown> {
  const input = row as In;
  switch (input.op) {
    case 'parse': {
      const signal = parseGdprSignal(input.text ?? '');
      return { signal: signal ?? -1, error: signal === undefined };
    }
    case 'normalise':
      return { signal: settledSignal(input.signal ?? -1, one(input.default)) };
    case 'from-regs':
      return { signal: gdprSignal(input.regs, false) };
    case 'enforce':
      return { enforce: isGdprEnforced(input.signal ?? -1, one(input.default), input.channelEnabled ?? false) };
    case 'consent':
      return { consent: gdprConsent(input.user, typeof input.gpp === 'string' ? decodeGpp(input.gpp) : toSections(input.gpp), false) };
    case 'eea':
      return { eea: isEea(input.country ?? '', toCountries(input.list ?? [])) };
    case 'eea-list':
      return { countries: eeaCountries(input.host, input.account) ?? null };
    case 'default':
      return { signal: gdprDefault(input.request ?? {}, one(input.default), toCountries(input.eea ?? []), false) };
    default:
      return {};
  }
}
