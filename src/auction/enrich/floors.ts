/** Price floors signalled to bidders: the model in force is chosen once, every imp gets its floor (auction-exchange.md section 4). */
import { CODES } from '#src/bidders/errors.ts';
import { errorMessage } from '#src/wire/error-message.ts';
import type { Ext, RequestSrv } from '#src/wire/ext.ts';
import type { Imp } from '#src/wire/ortb.ts';
import type { Auction } from '../auction.ts';
import { OWN } from '../findings.ts';
import type { Services } from '../services.ts';
import { type FloorModel, resolveFloor, withMember, writeFloor } from './floors/apply.ts';
import { type Floors, isEnabledByRequest, type ModelGroup, memberOf, readFloors } from './floors/read.ts';
import { chooseGroup, isSkipDrawn, skipRateOf } from './floors/select.ts';
import { type FloorSettings, floorSettings } from './floors/settings.ts';
import { type ChosenFloors, chooseFloors } from './floors/source.ts';
import { paramsFault, ruleTable, strictFault, validGroups } from './floors/validate.ts';

/**
 * Sets `bidfloor` and `bidfloorcur` of the imps, `ext.srv.floors` of the request, and `auction.floors` where floors may differ by
 * bidder. What was wrong goes to the findings under our own name. Does nothing while the host's switch is off.
 */
export function signalFloors(auction: Auction, services: Services): void {
  const { variant, price_floors } = services.config;
  if (!price_floors.enabled) return;
  if (auction.request.imp.length === 0) {
    tell(auction, 'Empty bidrequest', false);
    return;
  }
  const settings = floorSettings(auction.account, variant);
  const given = auction.request.ext?.srv?.floors;
  if (settings.enabled && isEnabledByRequest(given)) signal(auction, settings, services);
  else if (variant === 'go') tell(auction, 'Floors feature is disabled at account or in the request', given === undefined);
  else if (given) write(auction, { ...given, enabled: false });
}

/** Nobody who never asked for floors wants to read about them: those are shown with debug output only. */
const tell = ({ findings }: Auction, message: string, debugOnly: boolean): void =>
  findings.error(OWN, CODES.unknown, message, debugOnly ? { debugOnly } : undefined);

function signal(auction: Auction, settings: FloorSettings, services: Services): void {
  const chosen = chooseFloors(auction, readFloors(auction.request.ext?.srv?.floors), settings, services);
  const model =
    services.config.variant === 'go' ? goModel(auction, chosen, settings, services) : javaModel(auction, chosen, settings, services);
  const { floors } = chosen;
  const rate = model && skipRateOf(model.group.skipRate, model.floors.data?.skipRate, model.floors.skipRate);
  const skipped = rate === undefined ? undefined : isSkipDrawn(rate, services.random, services.config.variant);
  if (model && !skipped) applyModel(auction, model, services.config.variant);
  const told = effective(floors, model, chosen, skipped, services.config.variant);
  write(auction, services.config.variant === 'java' && rate ? withMember(told, 'skipRate', rate) : told);
}

/** Go variant: bad model groups are left out one by one. */
function goModel(auction: Auction, { floors }: ChosenFloors, settings: FloorSettings, { random }: Services): FloorModel | undefined {
  if (!floors?.data) {
    const fault = floors && paramsFault(floors);
    tell(auction, fault ?? 'Empty Floors data', !fault);
    return undefined;
  }
  const fault = paramsFault(floors) ?? (floors.data.modelGroups.length === 0 ? 'No model group present in floors.data' : undefined);
  if (fault) {
    tell(auction, fault, false);
    return undefined;
  }
  const { groups, errors } = validGroups(floors.data.modelGroups, settings);
  for (const error of errors) tell(auction, error, false);
  const group = chooseGroup(groups, random, 'go');
  return group && { floors, group };
}

/** Java variant: one fault and the request's floors are not used at all. */
function javaModel(auction: Auction, { floors, location, status }: ChosenFloors, settings: FloorSettings, { random }: Services) {
  if (!floors || location === 'noData') return undefined;
  const fault = location === 'request' ? strictFault(floors, settings) : undefined;
  if (fault) {
    const message = `Price floors processing failed: parsing of request price floors is failed: ${fault}`;
    if (status !== 'inprogress') auction.findings.warn(OWN, CODES.unknown, message, { debugOnly: true });
    return undefined;
  }
  const group = chooseGroup(floors.data?.modelGroups ?? [], random, 'java');
  return group && { floors, group };
}

function applyModel(auction: Auction, model: FloorModel, variant: 'go' | 'java'): void {
  if (variant === 'go') for (const error of ruleTable(model.group).errors) tell(auction, error, false);
  for (const imp of auction.request.imp) {
    if (variant === 'java' && isOtherCurrency(imp, model)) auction.findings.warn(OWN, CODES.unknown, TWO_CURRENCIES, { debugOnly: true });
    try {
      const floor = resolveFloor(model, auction.request, imp, auction.convert, variant);
      if (floor) writeFloor(imp, floor, variant);
    } catch (cause) {
      const text = errorMessage(cause);
      tell(auction, variant === 'go' ? `Error in getting FloorMin value : '${text}'` : `Cannot resolve bid floor, error: ${text}`, false);
    }
  }
  if (model.group.fields.includes('bidder')) auction.floors = model;
}

const TWO_CURRENCIES = 'imp[].ext.srv.floors.floorMinCur and ext.srv.floors.floorMinCur has different values';

/** The imp names another currency for its minimum than the request does. */
function isOtherCurrency({ ext }: Imp, { floors: { floorMinCur } }: FloorModel): boolean {
  const own = memberOf(ext?.srv?.floors, 'floormincur');
  return typeof own === 'string' && own !== '' && floorMinCur !== undefined && own !== floorMinCur;
}

/** What `ext.srv.floors` says from now on: one model group, and how it came to that. Members are spelled as they came, else as the variant does. */
function effective(
  floors: Floors | undefined,
  model: FloorModel | undefined,
  { location, status }: ChosenFloors,
  skipped: boolean | undefined,
  variant: 'go' | 'java',
): Ext {
  let made: Ext = floors?.raw ?? {};
  if (model) made = withMember(made, 'data', oneGroup(model, variant));
  else if (variant === 'java' || location === 'fetch')
    made = Object.fromEntries(Object.entries(made).filter(([name]) => name.toLowerCase() !== 'data'));
  if (variant === 'java' || floors?.enabled !== undefined) made = withMember(made, 'enabled', floors?.enabled ?? true);
  if (skipped !== undefined || variant === 'java') made = withMember(made, 'skipped', skipped ?? false);
  made = withMember(made, variant === 'go' ? 'fetchstatus' : 'fetchStatus', status);
  return withMember(made, 'location', location);
}

function oneGroup({ floors, group }: FloorModel, variant: 'go' | 'java'): Ext {
  return withMember(floors.data?.raw ?? {}, variant === 'go' ? 'modelgroups' : 'modelGroups', [groupToWrite(group, variant)]);
}

/** Go variant: without the rules that cannot match, keys in lower case. */
const groupToWrite = (group: ModelGroup, variant: 'go' | 'java'): Ext =>
  variant === 'java' ? group.raw : withMember(group.raw, 'values', Object.fromEntries(ruleTable(group).rules));

function write({ request }: Auction, floors: Ext): void {
  const srv: RequestSrv = { ...request.ext?.srv, floors };
  request.ext = { ...request.ext, srv };
}
