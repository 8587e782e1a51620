/** The body of the call: params of all placements as JSON text, beside properties of the request. */
import { z } from 'zod';
import type { Banner, DeepReadonly } from '#src/openrtb/ortb.ts';
import { escapedJson } from '../../kit/json.ts';
import { filled } from '../../kit/objects.ts';
import { type Lenient, readerOf } from '../../kit/reader.ts';
import type { Group, RequestContext, SharedImp } from '../../kit/spec.ts';

export const params = z.object({
  placementId: z.string().min(1),
  domainId: z.int().optional(),
  debug: z.object({ testBvid: z.string().optional(), testLog: z.boolean().optional() }).optional(),
});
type Imps = Group<Lenient<z.input<typeof params>>>;

/** What the variants spell differently. */
export interface Spelling {
  readonly isAmp: 'IsAmp' | 'IsAMP';
  readonly impId: 'ImpId' | 'ImpID';
  /** Blank placement ids are listed. */
  readonly listsBlank: boolean;
}
export const goSpelling: Spelling = { isAmp: 'IsAmp', impId: 'ImpId', listsBlank: true };
export const javaSpelling: Spelling = { isAmp: 'IsAMP', impId: 'ImpID', listsBlank: false };

const readUserExt = readerOf(z.object({ consent: z.string() }));
const readRegsExt = readerOf(z.object({ gdpr: z.int() }));

export function toBody(imps: Imps, { request, info }: RequestContext<unknown>, spelling: Spelling): object {
  const { site, user, device, regs } = request;
  const bvid = imps.findLast((item) => item.params.debug?.testBvid)?.params.debug?.testBvid ?? '';
  const isLogged = imps.at(-1)?.params.debug?.testLog ?? false;
  const userExt = readUserExt(user?.ext ?? null);
  const regsExt = readRegsExt(regs?.ext ?? null);
  return {
    BidParamsJson: bidParamsOf(imps, spelling),
    Location: site?.page ?? '',
    Lid: user?.buyeruid ?? '',
    IsTestBid: bvid !== '',
    Kw: site?.keywords ?? '',
    [spelling.isAmp]: info.endpoint === 'amp',
    Width: lengthOf(device?.w),
    Height: lengthOf(device?.h),
    GdprConsent: 'error' in userExt ? '' : (userExt.value.consent ?? ''),
    Gdpr: 'error' in regsExt || (regsExt.value.gdpr ?? 1) === 1,
    Bvid: bvid,
    InvibBVLog: isLogged,
    VideoAdDebug: isLogged,
  };
}

const lengthOf = (pixels = 0): string => (pixels > 0 ? String(pixels) : '');

/** The imp of each placement; a later one replaces an earlier one. */
const impsByPlacement = (imps: Imps): ReadonlyMap<string, SharedImp> =>
  new Map(imps.map(({ imp, params: own }) => [own.placementId ?? '', imp]));

export const impIdsOf = (imps: Imps): readonly string[] => [...impsByPlacement(imps).values()].map(({ id }) => id);

/** Written by hand, as an object would put names that are numbers first. */
function bidParamsOf(imps: Imps, { impId, listsBlank }: Spelling): string {
  const ids = imps.map((item) => (item.params.placementId ?? '').trim()).filter((id) => listsBlank || id !== '');
  const properties = [...impsByPlacement(imps)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([placement, { id, banner }]) => `${escapedJson(placement)}:${escapedJson({ Formats: formatsOf(banner), [impId]: id })}`);
  return `{"PlacementIds":${escapedJson(ids)},"BidVersion":"4","Properties":{${properties.join(',')}}}`;
}

function formatsOf({ format, w, h }: DeepReadonly<Banner> = {}): readonly object[] | null {
  if (format)
    return format.map((one) => filled({ w: one.w, h: one.h, wratio: one.wratio, hratio: one.hratio, wmin: one.wmin, ext: one.ext }));
  return w === undefined || h === undefined ? null : [filled({ w, h })];
}
