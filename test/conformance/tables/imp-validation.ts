import { checkBanner, checkFormat } from '#src/auction/validate/banner.ts';
import { checkImpExt } from '#src/auction/validate/imp-ext.ts';
import { checkPmp } from '#src/auction/validate/imps.ts';
import { checkContext, checkEventTracker, checkPlacement } from '#src/auction/validate/native.ts';
import { checkDataType } from '#src/auction/validate/native-asset.ts';
import { fillSecure } from '#src/auction/validate/secure.ts';
import { checkAudio, checkVideo } from '#src/auction/validate/timed-media.ts';
import { ValidationResult } from '#src/auction/validate/validation-result.ts';
import type { ImpExt } from '#src/openrtb/ext.ts';
import type { Audio, Banner, Format, Imp, PMP, Video } from '#src/openrtb/ortb.ts';
import { aBidder, anAuction } from '#test/helpers/auction.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import type { Row } from '../suites/tables.ts';

interface Input {
  readonly op: string;
  readonly value?: unknown;
  readonly interstitial: boolean;
  readonly context?: number | null;
  readonly subtype?: number | null;
  readonly placement?: number | null;
  readonly event: number;
  readonly methods: number[];
  readonly type: number;
  readonly imps: Imp[] | null;
  readonly ext: ImpExt;
}

/** Indexes in the messages of the rows. */
const IMP = 4;
const PART = 8;

/** Params are valid unless their only field says otherwise. */
const services = testServices({
  bidders: {
    ...registryOf(aBidder('appnexus'), aBidder('rubicon')),
    disabledMessage: (code) => (code === 'disabledbidder' ? "The bidder 'disabledbidder' has been disabled." : undefined),
    paramsErrors: (_code, params) => (Object.keys((params ?? {}) as object).some((name) => name.includes('wrong')) ? ['params error'] : []),
  },
});

function impExt({ ext }: Input): Record<string, unknown> {
  const imp: Imp = { id: 'imp', ext };
  const result = new ValidationResult();
  const error = checkImpExt(imp, 0, anAuction(services), services, result);
  return { ext: imp.ext, errors: error === undefined ? result.messages : [...result.messages, error] };
}

type Operation = (input: Input, variant: 'go' | 'java') => Record<string, unknown>;

const operations: { readonly [op: string]: Operation } = {
  banner: ({ value, interstitial }, variant) => ({ error: checkBanner(value as Banner, IMP, interstitial, dialects[variant].imp) }),
  format: ({ value }, variant) => ({ error: checkFormat(value as Format, IMP, PART, dialects[variant].imp) }),
  video: ({ value }, variant) => ({ error: checkVideo(value as Video, IMP, dialects[variant].imp.checksMeasures) }),
  audio: ({ value }, variant) => ({ error: checkAudio(value as Audio, IMP, dialects[variant].imp.checksMeasures) }),
  pmp: ({ value }) => ({ error: checkPmp(value as PMP, IMP) }),
  'native-context': ({ context, subtype }, variant) => ({
    error: checkContext(context ?? 0, subtype ?? 0, IMP, dialects[variant].imp.native),
  }),
  'native-placement': ({ placement }) => ({ error: checkPlacement(placement ?? 0, IMP) }),
  'native-event': ({ event, methods }, variant) => ({
    error: checkEventTracker({ event, methods }, IMP, PART, dialects[variant].imp.native),
  }),
  'native-data': ({ type }) => ({ error: checkDataType(type, `request.imp[${IMP}].native.request.assets[${PART}]`) }),
  'imp-ext': impExt,
  defaults: ({ imps }) => ({ modified: fillSecure(imps), imps }),
};

export function run(row: Row): Record<string, unknown> {
  const input = row.in as unknown as Input;
  return operations[input.op]?.(input, row.variant ?? 'go') ?? {};
}
