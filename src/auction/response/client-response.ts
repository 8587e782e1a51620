/** Builds the HTTP response from an OpenRTB response. */
import { productRecord } from '#src/openrtb/product.ts';
import { denormaliseExt } from '#src/openrtb/rename.ts';
import type { Auction, ClientResponse } from '../auction.ts';
import type { Services } from '../services.ts';

const JSON_TYPE = 'application/json';

/** The response if a bug prevents that of a rejection. */
export const internalErrorResponse: ClientResponse = {
  status: 500,
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  body: 'internal error',
};

/** The headers of every response. */
function responseHeaders(
  { incoming }: Pick<Auction, 'incoming'>,
  { config, version }: Services,
  contentType: string,
): ClientResponse['headers'] {
  const headers: { [name: string]: string } = { 'Content-Type': contentType, [config.wire.version_header]: productRecord(version) };
  if (incoming.headers['sec-browsing-topics']) headers['Observe-Browsing-Topics'] = '?1';
  return headers;
}

/** A JSON response with the caller's extension key, serialized once. */
export function jsonClientResponse(body: object, auction: Auction, services: Services, contentType = JSON_TYPE): ClientResponse {
  return {
    status: 200,
    headers: responseHeaders(auction, services, contentType),
    body: JSON.stringify(denormaliseExt(body, auction.extKey)),
  };
}
