import { checkAudio } from '#src/auction/validate/audio.ts';
import { checkBanner, checkFormat } from '#src/auction/validate/banner.ts';
import { checkContext, checkEventTracker, checkPlacement } from '#src/auction/validate/native.ts';
import { checkDataType } from '#src/auction/validate/native-asset.ts';
import { checkPmp } from '#src/auction/validate/pmp.ts';
import { fillSecure } from '#src/auction/validate/secure.ts';
import { checkVideo } from '#src/auction/validate/video.ts';
import type { Audio, Banner, Format, Imp, PMP, Video } from '#src/wire/ortb.ts';
import type { Row } from '../suites/tables.ts';

interface Input {
  readonly op: string;
  readonly value?: unknown;
  readonly interstitial: boolean;
  readonly context: number;
  readonly subtype: number;
  readonly placement: number;
  readonly event: number;
  readonly methods: number[];
  readonly type: number;
  readonly imps: Imp[] | null;
}

/** Places that the texts of the rows name. */
const IMP = 4;
const PART = 8;

type Operation = (input: Input, variant: 'go' | 'java') => Record<string, unknown>;

const operations: { readonly [op: string]: Operation } = {
  banner: ({ value, interstitial }, variant) => ({ error: checkBanner(value as Banner, IMP, interstitial, variant) }),
  format: ({ value }, variant) => ({ error: checkFormat(value as Format, IMP, PART, variant) }),
  video: ({ value }, variant) => ({ error: checkVideo(value as Video, IMP, variant) }),
  audio: ({ value }, variant) => ({ error: checkAudio(value as Audio, IMP, variant) }),
  pmp: ({ value }) => ({ error: checkPmp(value as PMP, IMP) }),
  'native-context': ({ context, subtype }, variant) => ({ error: checkContext(context, subtype, IMP, variant) }),
  'native-placement': ({ placement }) => ({ error: checkPlacement(placement, IMP) }),
  'native-event': ({ event, methods }, variant) => ({ error: checkEventTracker({ event, methods }, IMP, PART, variant) }),
  'native-data': ({ type }) => ({ error: checkDataType(type, `request.imp[${IMP}].native.request.assets[${PART}]`) }),
  defaults: ({ imps }) => ({ modified: fillSecure(imps), imps }),
};

export function run(row: Row): Record<string, unknown> {
  const input = row.in as unknown as Input;
  const operation = operations[input.op];
  if (!operation) throw new Error(`operation ${input.op} is still to do`);
  return operation(input, row.variant ?? 'go');
}
