/** Topic `ccpa`: US Privacy strings and the no-sale list, with their sources and targets. */

import { checkUsPrivacy } from '#src/auction/validate/privacy-signals.ts';
import { ValidationResult } from '#src/auction/validate/validation-result.ts';
import type { BidRequest, Regs } from '#src/openrtb/ortb.ts';
import { decodeGpp, type GppSections, noGpp } from '#src/privacy/gpp.ts';
import { concernsSale, noSaleBidders, noSaleError, toNoSale, withNoSale } from '#src/privacy/no-sale.ts';
import { parseUsp, selectUsp, USP_CONFLICT, withUsPrivacy } from '#src/privacy/usp.ts';
import { anAuction } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';
import type { Row } from '../suites/tables.ts';

export interface GppRow {
  readonly sectionTypes: readonly number[] | null;
  readonly sections: readonly { readonly id: number; readonly value: string }[] | null;
}

/** A decoded GPP string of a row. */
export const toSections = (gpp: GppRow | null | undefined): GppSections => ({
  section: (id) => (gpp?.sectionTypes?.includes(id) ? gpp.sections?.find((section) => section.id === id)?.value : undefined),
});

type In = {
  op: string;
  consent?: string;
  bidders?: string[];
  valid?: string[];
  consentGiven?: boolean;
  optOutSale?: boolean;
  noSaleAll?: boolean;
  noSale?: string[];
  bidder?: string;
  request?: Partial<BidRequest> & { ext?: unknown };
  gpp?: GppRow;
  gppSids?: number[];
  usPrivacy?: string;
  ext?: unknown;
  regs?: Regs;
};

function read({ request, gpp }: In): Record<string, unknown> {
  const regs = request?.regs;
  const bidders = noSaleBidders(parsed(request?.ext));
  if ('error' in bidders) return bidders;
  const sections = gpp ? toSections(gpp) : regs?.gpp ? decodeGpp(regs.gpp) : noGpp;
  const { consent, conflict } = selectUsp(regs?.us_privacy ?? '', sections, regs?.gpp_sid);
  return { consent, noSaleBidders: bidders.value ?? null, error: conflict ? conflictMessage(request) : null };
}

/** The warning of an auction. */
function conflictMessage(request: Partial<BidRequest> = {}): string | undefined {
  const [services, decision] = [testServices(), new ValidationResult()];
  checkUsPrivacy(anAuction(services, { id: '', imp: [], ...request } as BidRequest), services, decision);
  return decision.messages[0];
}

/** A string stands for bytes: unparsable input reaches no rule. */
function parsed(ext: unknown): unknown {
  if (typeof ext !== 'string') return ext;
  try {
    return JSON.parse(ext);
  } catch {
    return ext;
  }
}

function writeNoSale({ ext, bidders }: In): Record<string, unknown> {
  const written = withNoSale(parsed(ext), bidders ?? []);
  return 'error' in written ? written : { ext: written.value, error: null };
}

export function run({ in: row }: Row): Record<string, unknown> {
  const input = row as In;
  switch (input.op) {
    case 'parse': {
      const { optedOut, error } = parseUsp(input.consent ?? '');
      return { optOutSale: optedOut, error: error ?? null };
    }
    case 'no-sale': {
      const error = noSaleError(input.bidders ?? [], (name) => input.valid?.includes(name) ?? false);
      const { all, bidders } = toNoSale(input.bidders);
      return error === undefined ? { all, bidders: [...bidders], error: null } : { error };
    }
    case 'enforce': {
      const optedOut = input.consentGiven === true && input.optOutSale === true;
      const noSale = { all: input.noSaleAll ?? false, bidders: new Set(input.noSale) };
      return { enforce: concernsSale(optedOut, noSale, input.bidder ?? '') };
    }
    case 'read':
      return read(input);
    case 'select': {
      const { consent, conflict } = selectUsp(input.usPrivacy ?? '', toSections(input.gpp), input.gppSids);
      return { consent, error: conflict ? USP_CONFLICT : null };
    }
    case 'build-regs':
      return { regs: withUsPrivacy(input.regs ?? input.request?.regs, input.consent ?? '') ?? null, error: null };
    case 'write-no-sale':
      return writeNoSale(input);
    default:
      return {};
  }
}
