/** Calls of exchanges that receive the calling host's name in the query of their URL. */
import { encodeComponent } from '#src/lang/percent.ts';
import type { Builder } from '../../bidder.ts';
import { badServer } from '../../errors.ts';
import { traffic } from '../../kit/define.ts';
import { byImp, byMtype } from '../../kit/media-type.ts';
import type { TypeRule } from '../../kit/response-spec.ts';
import { withQuery } from '../../kit/url.ts';

/** The endpoint with the calling host; unchanged if the host has no name, or if the endpoint is not a URL. */
const withSource = (endpoint: string, src: string): string =>
  src !== '' && URL.canParse(endpoint) ? withQuery(endpoint, { src }) : endpoint;

export const sourceTraffic = traffic<unknown, string>({
  setup: ({ endpoint, extraInfo }) => withSource(endpoint, extraInfo),
  readParams: 'never',
  uri: (_, { setup }) => setup,
  headers: 'json',
});

/** The endpoint with the host's URL. */
export const hostSource = ({ endpoint, server }: Builder): string => withSource(endpoint, server.externalUrl);

const HOST_URL = /\{?\{PREBID_SERVER_ENDPOINT\}\}?/g;

/** In the Java variant a macro of the endpoint is the host's URL, so that an endpoint of the host's own has none. */
export const javaSource = (endpoint: string) =>
  ({
    endpoint: `${endpoint}?src={PREBID_SERVER_ENDPOINT}`,
    setup: (builder: Builder): string => builder.endpoint.replaceAll(HOST_URL, encodeComponent(builder.server.externalUrl)),
  }) as const;

const typeOfImp = byImp({ noImp: () => 'banner', noType: () => 'banner' });
const byAnyMtype = byMtype(undefined, ({ impid }) => badServer(`Unable to fetch mediaType: ${impid}`));

/** In the Java variant the imp's type is used if the bid has none. */
export const javaType: TypeRule = (bid, context) => (bid.mtype ? byAnyMtype(bid, context) : typeOfImp(bid, context));
