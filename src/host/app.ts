/** Assembly of the application; no logic. */
import type { FastifyInstance } from 'fastify';
import type { AuctionContext } from '#machines/auction-context.ts';
import { adjust } from '#src/auction/adjust.ts';
import { cache } from '#src/auction/cache.ts';
import { enrich } from '#src/auction/enrich.ts';
import { fanOut } from '#src/auction/fan-out.ts';
import { privacy } from '#src/auction/privacy.ts';
import { reject } from '#src/auction/reject.ts';
import { respond } from '#src/auction/respond.ts';
import { target } from '#src/auction/target.ts';
import { validate } from '#src/auction/validate.ts';
import type { CacheService, ValueStore } from '#src/cache/store.ts';
import { logAccess } from '#src/http/access-log.ts';
import { registerAmp } from '#src/http/amp.ts';
import { registerAuction } from '#src/http/auction.ts';
import { registerCache } from '#src/http/cache.ts';
import { registerCookieSync } from '#src/http/cookie-sync.ts';
import { registerEvent } from '#src/http/event.ts';
import { registerGetuids } from '#src/http/getuids.ts';
import { registerInfo } from '#src/http/info.ts';
import { registerOptout } from '#src/http/optout.ts';
import type { AuctionHost } from '#src/http/run-auction.ts';
import { makeServer } from '#src/http/server.ts';
import { registerSetuid } from '#src/http/setuid.ts';
import { registerStatus } from '#src/http/status.ts';
import { registerSyncPages } from '#src/http/sync-pages.ts';
import { registerVideo } from '#src/http/video.ts';
import { registerVtrack } from '#src/http/vtrack.ts';
import { bidderCalls } from '#streams/bidder-calls.ts';

/** The function of each state of the lifecycle. */
export const stages: AuctionContext['stages'] = {
  validate,
  enrich,
  privacy,
  fanOut,
  collect: bidderCalls,
  adjust,
  target,
  cache,
  respond,
  reject,
};

/**
 * The public app with all its endpoints; not listening yet.
 * @param parts health of external services for `/status`
 */
export function publicApp(host: AuctionHost, revision: string, values: ValueStore | CacheService, parts?: () => object): FastifyInstance {
  const { services } = host;
  const app = makeServer(services);
  logAccess(app, services);
  registerStatus(app, services, revision, parts);
  registerInfo(app, services);
  registerAuction(app, host);
  registerAmp(app, host);
  registerVideo(app, host);
  registerCookieSync(app, services);
  registerSetuid(app, services);
  registerGetuids(app, services);
  registerOptout(app, services);
  registerSyncPages(app, services);
  registerEvent(app, services);
  registerVtrack(app, services, values);
  registerCache(app, services, values);
  return app;
}
