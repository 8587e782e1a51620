/** Price floors signalled to bidders: the model in force is chosen once, every imp gets its floor (auction-exchange.md section 4). */
import type { FloorsDialect } from '#src/dialect/dialect.ts';
import { errorMessage } from '#src/wire/error-message.ts';
import type { Ext, RequestSrv } from '#src/wire/ext.ts';
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';
import { type FloorModel, resolveFloor, withMember, writeFloor } from './floors/apply.ts';
import { isEnabledByRequest, readFloors } from './floors/read.ts';
import { reportFloors } from './floors/report.ts';
import { isLeftOut, skipRateOf } from './floors/select.ts';
import { type FloorSettings, floorSettings } from './floors/settings.ts';
import { type ChosenFloors, chooseFloors } from './floors/source.ts';

/**
 * Sets `bidfloor` and `bidfloorcur` of the imps, `ext.srv.floors` of the request, and `auction.floors` where floors may differ by
 * bidder. What was wrong goes to the findings under our own name. Does nothing while the host's switch is off.
 */
export function signalFloors(auction: Auction, services: Services): void {
  const { floors: dialect } = services.dialect;
  if (!services.config.price_floors.enabled) return;
  if (auction.request.imp.length === 0) {
    reportFloors(auction, 'Empty bidrequest', false);
    return;
  }
  const settings = floorSettings(auction.account, dialect.defaults);
  const given = auction.request.ext?.srv?.floors;
  if (settings.enabled && isEnabledByRequest(given)) signal(auction, settings, services);
  else {
    const told = dialect.whenOff(auction, given);
    if (told) write(auction, told);
  }
}

function signal(auction: Auction, settings: FloorSettings, services: Services): void {
  const { floors: dialect } = services.dialect;
  const chosen = chooseFloors(auction, readFloors(auction.request.ext?.srv?.floors), settings, services);
  const model = dialect.chooseModel(auction, chosen, settings, services);
  const rate = model && skipRateOf(model.group.skipRate, model.floors.data?.skipRate, model.floors.skipRate);
  const skipped = rate === undefined ? undefined : isLeftOut(rate, services.random, dialect);
  if (model && !skipped) applyModel(auction, model, dialect);
  const told = effective(chosen, model, skipped, dialect);
  write(auction, dialect.writesAll && rate ? withMember(told, 'skipRate', rate) : told);
}

function applyModel(auction: Auction, model: FloorModel, dialect: FloorsDialect): void {
  dialect.checkRules(auction, model);
  for (const imp of auction.request.imp) {
    dialect.checkImp(auction, imp, model);
    try {
      const floor = resolveFloor(model, auction.request, imp, auction.convert, dialect);
      if (floor) writeFloor(imp, floor, dialect);
    } catch (cause) {
      reportFloors(auction, dialect.unresolved(errorMessage(cause)), false);
    }
  }
  if (model.group.fields.includes('bidder')) auction.floors = model;
}

/** What `ext.srv.floors` says from now on: one model group, and how it came to that. Members are spelled as they came, else as the variant does. */
function effective(
  { floors, location, status }: ChosenFloors,
  model: FloorModel | undefined,
  skipped: boolean | undefined,
  { names, groupToWrite, dropsUnusedData, writesAll }: FloorsDialect,
): Ext {
  let made: Ext = floors?.raw ?? {};
  if (model) made = withMember(made, 'data', withMember(model.floors.data?.raw ?? {}, names.groups, [groupToWrite(model.group)]));
  else if (dropsUnusedData(location)) made = Object.fromEntries(Object.entries(made).filter(([name]) => name.toLowerCase() !== 'data'));
  if (writesAll || floors?.enabled !== undefined) made = withMember(made, 'enabled', floors?.enabled ?? true);
  if (writesAll || skipped !== undefined) made = withMember(made, 'skipped', skipped ?? false);
  return withMember(withMember(made, names.status, status), 'location', location);
}

function write({ request }: Auction, floors: Ext): void {
  const srv: RequestSrv = { ...request.ext?.srv, floors };
  request.ext = { ...request.ext, srv };
}
