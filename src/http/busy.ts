/** 503 for requests that admission control rejects. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointName } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { AuctionCounts } from '#src/metrics/auctions.ts';
import type { Admission } from './admission.ts';
import { addEarlyRoute, type EarlyRoute } from './early.ts';
import { sendPlain } from './send.ts';

/** The part of a host that rejects. */
export interface AdmittingHost {
  readonly services: Pick<Services, 'config'>;
  readonly admission: Admission;
  readonly counts?: AuctionCounts | undefined;
}

/** A route whose requests wait for admission. */
interface AdmittedRoute extends Pick<EarlyRoute, 'method' | 'path' | 'headersOf'> {
  readonly endpoint: EndpointName;
}

const STATUS = 503;
const BODY = 'This server is busy: try again later.\n';

const headersOf = ({ config }: Pick<Services, 'config'>) => ({ 'retry-after': String(config.admission.retry_after_seconds) });

/** Sends 503 with `Retry-After` and counts the request. */
export function sendBusy(endpoint: EndpointName, reply: FastifyReply, { services, counts }: AdmittingHost): void {
  counts?.rejected(endpoint);
  sendPlain(reply.headers(headersOf(services)), STATUS, BODY);
}

/** Ends the connection of a request whose body is discarded as soon as more than so many bytes of it have arrived. */
function discardUpTo(maxBytes: number, { raw }: FastifyRequest): void {
  let left = maxBytes;
  raw.on('data', (part: Buffer) => {
    left -= part.length;
    if (left < 0) raw.destroy();
  });
}

/**
 * Rejects requests of a route before their body is read: most of them before the router, the others in the returned hook of the route. Node
 * discards the body, so that the connection stays usable; with a body over the limit the connection is closed, whether its length was
 * announced or not.
 */
export function rejectWhenBusy(app: FastifyInstance, { endpoint, ...route }: AdmittedRoute, host: AdmittingHost) {
  const { admission, counts, services } = host;
  const maxBodyBytes = services.config.max_request_size;
  const rejects = (): boolean => {
    if (!admission.rejects()) return false;
    counts?.rejected(endpoint);
    return true;
  };
  addEarlyRoute(app, { ...route, status: STATUS, body: BODY, headers: headersOf(services), maxBodyBytes, rejects });
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (!admission.rejects()) {
      done();
      return;
    }
    const { headers, raw } = request;
    // On HTTP/2 the stream ends alone.
    if (raw.httpVersionMajor === 1 && Number(headers['content-length'] ?? 0) > maxBodyBytes) reply.header('connection', 'close');
    if (headers['transfer-encoding'] !== undefined) discardUpTo(maxBodyBytes, request);
    sendBusy(endpoint, reply, host);
  };
}
