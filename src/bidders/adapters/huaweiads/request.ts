/** The request of the exchange's own form. */
import type { Result } from '#src/lang/result.ts';
import type { BidderError, SharedRequest } from '../../bidder.ts';
import { isError } from '../../errors.ts';
import { JSON_ACCEPT } from '../../kit/headers.ts';
import { filled } from '../../kit/objects.ts';
import type { Group, Headers, RequestContext } from '../../kit/spec.ts';
import { endpointOf } from './country.ts';
import { singlePrecision, toDevice, userExtOf } from './device.ts';
import { type ExtraInfo, packageNameOf } from './extra-info.ts';
import { isTest, type Params } from './params.ts';
import type { Rules } from './rules.ts';
import { authorizationOf } from './signature.ts';
import { toSlot } from './slots.ts';

type Context = RequestContext<ExtraInfo>;

/** A `body` hook. */
export const bodyMaker =
  (rules: Rules) =>
  (group: Group<Params>, { request, setup, builder }: Context): object | BidderError => {
    const multislot = group.map((item) => toSlot(item, rules));
    const bad = multislot.find(isError);
    if (bad) return bad;
    const country = rules.countryOf(request);
    const app = toApp(request, country, setup);
    if ('error' in app) return rules.fail(app.error);
    const device = toDevice(request, country, builder.env.now());
    if ('error' in device) return rules.fail(device.error);
    const userExt = userExtOf(request);
    const { geo } = request.device ?? {};
    const written = (part: object, hasData: unknown): object | undefined => (hasData || rules.writesEmpty ? part : undefined);
    return {
      version: '3.4',
      multislot,
      app: written(app.value, request.app),
      device: written(device.value, request.device),
      network: written(toNetwork(request.device, rules), request.device),
      regs: filled({ coppa: request.regs?.coppa }),
      geo: written(toGeo(geo), geo),
      consent: 'error' in userExt ? undefined : userExt.value.consent || undefined,
      clientAdRequestId: request.id,
    };
  };

function toApp({ app }: SharedRequest, country: string, settings: ExtraInfo): Result<object> {
  if (!app) return { value: { pkgname: '', country } };
  if (!app.bundle) return { error: 'generate HuaweiAds AppInfo failed: openrtb BidRequest.App.Bundle is empty.' };
  const lang = app.content?.language || 'en';
  return { value: { ...filled({ version: app.ver, name: app.name }), pkgname: packageNameOf(app.bundle, settings), lang, country } };
}

const CARRIERS: { readonly [network: string]: number } = {
  46000: 2,
  46002: 2,
  46007: 2,
  46001: 1,
  46006: 1,
  46003: 3,
  46005: 3,
  46011: 3,
};
const OTHER_CARRIER = 99;

/** `mccmnc` names the network by country and carrier. */
function toNetwork(device: SharedRequest['device'], { writesEmptyValues }: Rules): object {
  const [mcc, mnc] = device?.mccmnc?.split('-') ?? [];
  const type = device?.connectiontype ?? 0;
  if (mcc === undefined || mnc === undefined) {
    return writesEmptyValues ? { type, ...(mcc && { carrier: 0 }), cellInfo: [] } : { type };
  }
  const network = `${mcc}${mnc}`;
  const carrier = Object.hasOwn(CARRIERS, network) ? CARRIERS[network] : OTHER_CARRIER;
  return { type, carrier, cellInfo: [filled({ mcc, mnc })] };
}

const toGeo = ({ lon = 0, lat = 0, accuracy, lastfix }: NonNullable<SharedRequest['device']>['geo'] & object = {}): object =>
  filled({ lon: singlePrecision(lon), lat: singlePrecision(lat), accuracy, lastfix });

/** A `uri` hook. */
export const uriMaker =
  ({ countryOf }: Rules) =>
  (_: Group<Params>, { request, setup, builder }: Context): string =>
    setup.hasOneEndpoint ? builder.endpoint : endpointOf(countryOf(request), setup.endpoints);

/** A `headers` hook; the last imp authorizes the call. */
export const headersMaker =
  ({ nonceOf }: Rules) =>
  (group: Group<Params>, { request, builder }: Context): Headers => {
    const params = group.at(-1)?.params ?? {};
    const nonce = nonceOf(isTest(params), builder.env.now());
    return { ...JSON_ACCEPT, Authorization: authorizationOf(params, nonce), 'User-Agent': request.device?.ua };
  };
