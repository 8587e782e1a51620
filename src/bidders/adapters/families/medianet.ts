/** Calls of exchanges that receive the calling host's name in the query of their URL. */
import type { Builder } from '../../bidder.ts';
import { badServer } from '../../errors.ts';
import { traffic } from '../../kit/define.ts';
import { byImp, byMtype } from '../../kit/media-type.ts';
import type { TypeRule } from '../../kit/response-spec.ts';
import { withQuery } from '../../kit/url.ts';

/** The endpoint with the calling host; unchanged if the host has no name, or if the endpoint is not a URL. */
export const withSource = (endpoint: string, src: string): string =>
  src !== '' && URL.canParse(endpoint) ? withQuery(endpoint, { src }) : endpoint;

export const sourceTraffic = traffic<unknown, string>({
  setup: ({ endpoint, extraInfo }) => withSource(endpoint, extraInfo),
  readParams: 'never',
  uri: (_, { setup }) => setup,
  headers: 'json',
});

/** In the Java variant the name is the host's URL. */
export const javaSource = ({ endpoint, server }: Builder): string => withSource(endpoint, server.externalUrl);

const typeOfImp = byImp({ noImp: () => 'banner', noType: () => 'banner' });
const byAnyMtype = byMtype(undefined, ({ impid }) => badServer(`Unable to fetch mediaType: ${impid}`));

/** In the Java variant the imp's type is used if the bid has none. */
export const javaType: TypeRule = (bid, context) => (bid.mtype ? byAnyMtype(bid, context) : typeOfImp(bid, context));
