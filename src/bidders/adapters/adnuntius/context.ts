/** User, device, site and privacy data for the ad server. */
import { z } from 'zod';
import type { DeepReadonly } from '#src/openrtb/ortb.ts';
import type { BidderError, SharedRequest } from '../../bidder.ts';
import { badInput, generic } from '../../errors.ts';
import { filled } from '../../kit/objects.ts';
import { readerOf, type ValueOf } from '../../kit/reader.ts';

const uid = z.object({ id: z.string(), atype: z.int(), ext: z.unknown() });
const eid = z.object({
  inserter: z.string(),
  matcher: z.string(),
  mm: z.int(),
  source: z.string(),
  uids: z.array(uid),
  ext: z.unknown(),
});

const transparency = z.array(z.object({ domain: z.string(), dsaparams: z.array(z.int()) }));
const dsa = z.object({ dsarequired: z.int(), pubrender: z.int(), datatopub: z.int(), transparency });

const readUserExt = readerOf(z.object({ consent: z.string(), eids: z.array(eid) }));
/** `regs.ext`, for requests and the bids of their responses. */
export const readRegsExt = readerOf(z.object({ gdpr: z.int(), us_privacy: z.string(), dsa }));
const readDeviceExt = readerOf(z.object({ noCookies: z.boolean() }));
const readSiteExt = readerOf(z.object({ data: z.unknown() }));

type Eids = ValueOf<typeof readUserExt>['eids'];

export interface UserContext {
  readonly consent: string;
  readonly eids: NonNullable<Eids>;
  readonly gdpr: 0 | 1 | undefined;
  /** `device.ext.noCookies`. */
  readonly noCookies: boolean;
  /** `site.ext.data`. */
  readonly kv: unknown;
}

/** The context, or the error of the first `ext` that is malformed. */
export function contextOf({ user, regs, device, site }: SharedRequest, ofImps: { readonly noCookies: boolean }): UserContext | BidderError {
  const userExt = readUserExt(user?.ext ?? null);
  if ('error' in userExt) return generic(`failed to parse Ext User: ${userExt.error}`);
  const regsExt = readRegsExt(regs?.ext ?? null);
  if ('error' in regsExt)
    return badUrl(`failed to parse GDPR information: failed to parse ExtRegs in Adnuntius GDPR check: ${regsExt.error}`);
  const deviceExt = ofImps.noCookies ? { value: ofImps } : readDeviceExt(device?.ext ?? null);
  if ('error' in deviceExt) return badUrl(`failed to parse device ext: ${deviceExt.error}`);
  const siteExt = readSiteExt(site?.ext ?? null);
  if ('error' in siteExt) return generic(`failed to parse site Ext: [failed to parse site ext in Adnuntius: ${siteExt.error}]`);
  const { consent = '', eids = [] } = userExt.value;
  const { gdpr } = regsExt.value;
  return {
    consent,
    eids,
    gdpr: gdpr === 0 || gdpr === 1 ? gdpr : undefined,
    noCookies: deviceExt.value.noCookies ?? false,
    kv: siteExt.value.data,
  };
}

const badUrl = (cause: string): BidderError => badInput(`failed to parse URL: [${cause}]`);

/** The eids as JSON with fields in a fixed order; undefined if none has a uid. */
export function eidsJson(eids: DeepReadonly<NonNullable<Eids>>): string | undefined {
  if (!eids.some(({ uids = [] }) => uids.length > 0)) return undefined;
  const ordered = eids.map(({ inserter, matcher, mm, source, uids = [], ext }) => ({
    ...filled({ inserter, matcher, mm, source, uids: uids.map(({ id, atype, ext: own }) => ({ ...filled({ id, atype }), ext: own })) }),
    ext,
  }));
  return JSON.stringify(ordered);
}
