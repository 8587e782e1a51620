/** Price floors signalled to bidders: the model is chosen once, every imp receives its floor (docs/stages/enrich.md#floors). */
import type { FloorsDialect } from '#src/dialect/contract/floors.ts';
import type { Ext, RequestSrv } from '#src/openrtb/ext.ts';
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';
import { resolveFloor, withField, writeFloor } from './apply.ts';
import type { ChosenFloors, FloorModel } from './model.ts';
import { isEnabledByRequest, readFloors } from './read.ts';
import { reportFloors } from './report.ts';
import { areFloorsSkipped } from './select.ts';
import { type FloorSettings, floorSettings } from './settings.ts';
import { chooseFloors } from './source.ts';

/**
 * Sets `bidfloor` and `bidfloorcur` of the imps, `ext.srv.floors` of the request, and `auction.floors` if floors may differ by bidder.
 * Errors are reported under our own name. Does nothing while the host has floors disabled.
 */
export function signalFloors(auction: Auction, services: Services): void {
  const { floors: dialect } = services.dialect;
  if (!services.config.price_floors.enabled) return;
  if (auction.request.imp.length === 0) {
    reportFloors(auction, 'Empty bidrequest', false);
    return;
  }
  const settings = floorSettings(auction.account, dialect.defaults, services.config.price_floors);
  const given = auction.request.ext?.srv?.floors;
  if (settings.enabled && isEnabledByRequest(given)) signal(auction, settings, services);
  else {
    const detail = dialect.whenOff(auction, given);
    if (detail) write(auction, detail);
  }
}

function signal(auction: Auction, settings: FloorSettings, services: Services): void {
  const { floors: dialect } = services.dialect;
  const chosen = chooseFloors(auction, readFloors(auction.request.ext?.srv?.floors), settings, services);
  const model = dialect.chooseModel(auction, chosen, settings, services.random);
  const rate = model && dialect.skipRate(model.group.skipRate, model.floors.data?.skipRate, model.floors.skipRate);
  const skipped = rate === undefined ? undefined : areFloorsSkipped(rate, services.random, dialect);
  if (model && !skipped) applyModel(auction, model, dialect);
  const detail = effective(chosen, model, skipped, dialect);
  write(auction, dialect.writesAll && rate ? withField(detail, 'skipRate', rate) : detail);
}

function applyModel(auction: Auction, model: FloorModel, dialect: FloorsDialect): void {
  dialect.checkRules(auction, model);
  for (const imp of auction.request.imp) {
    dialect.checkImp(auction, imp, model);
    const resolved = resolveFloor(model, { request: auction.request, imp, dialect }, auction.convert);
    if ('error' in resolved) reportFloors(auction, dialect.unresolved(resolved.error), false);
    else if (resolved.value) writeFloor(imp, resolved.value, dialect);
  }
  if (model.group.fields.includes('bidder')) auction.floors = model;
}

/** The effective `ext.srv.floors`: one model group, and how it was chosen, in the form the variant signals. */
function effective(
  { floors, location, status }: ChosenFloors,
  model: FloorModel | undefined,
  skipped: boolean | undefined,
  { names, groupToWrite, toSignal, writesAll }: FloorsDialect,
): Ext {
  let signalled: Ext = floors?.raw ?? {};
  if (model) signalled = withField(signalled, 'data', withField(model.floors.data?.raw ?? {}, names.groups, [groupToWrite(model.group)]));
  if (writesAll || floors?.enabled !== undefined) signalled = withField(signalled, 'enabled', floors?.enabled ?? true);
  if (writesAll || skipped !== undefined) signalled = withField(signalled, 'skipped', skipped ?? false);
  // Only our own draw switches enforcement off.
  else signalled = Object.fromEntries(Object.entries(signalled).filter(([name]) => name.toLowerCase() !== 'skipped'));
  return toSignal(withField(withField(signalled, names.status, status), 'location', location), floors, model);
}

function write({ request }: Auction, floors: Ext): void {
  const srv: RequestSrv = { ...request.ext?.srv, floors };
  request.ext = { ...request.ext, srv };
}
