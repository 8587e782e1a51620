/** Where the parts are put together; no logic. */
import type { FastifyInstance } from 'fastify';
import type { AuctionContext } from '#machines/auction.ts';
import { bidderCalls } from '#streams/bidder-calls.ts';
import { adjust } from './auction/adjust.ts';
import { cache } from './auction/cache.ts';
import { enrich } from './auction/enrich.ts';
import { fanOut } from './auction/fan-out.ts';
import { privacy } from './auction/privacy.ts';
import { reject } from './auction/reject.ts';
import { respond } from './auction/respond.ts';
import { target } from './auction/target.ts';
import { validate } from './auction/validate.ts';
import type { CacheService, ValueStore } from './cache/store.ts';
import { registerAmp } from './http/amp.ts';
import { registerAuction } from './http/auction.ts';
import { registerCache } from './http/cache.ts';
import { registerCookieSync } from './http/cookie-sync.ts';
import { registerEvent } from './http/event.ts';
import { registerGetuids } from './http/getuids.ts';
import { registerInfo } from './http/info.ts';
import { registerOptout } from './http/optout.ts';
import type { AuctionHost } from './http/run-auction.ts';
import { makeServer } from './http/server.ts';
import { registerSetuid } from './http/setuid.ts';
import { registerStatus } from './http/status.ts';
import { registerSyncPages } from './http/sync-pages.ts';
import { registerVideo } from './http/video.ts';
import { registerVtrack } from './http/vtrack.ts';

/** What each state of the lifecycle does. */
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
 * @param parts what `/status` tells of services the host leans on
 */
export function publicApp(host: AuctionHost, revision: string, values: ValueStore | CacheService, parts?: () => object): FastifyInstance {
  const { services } = host;
  const app = makeServer(services.config, services.log);
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
