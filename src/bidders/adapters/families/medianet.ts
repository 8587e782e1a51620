import { withQuery } from '../../kit/url.ts';

/** The endpoint with the host that calls; as it is if the host has no name, or if the endpoint is no URL. */
export const withSource = (endpoint: string, src: string): string =>
  src !== '' && URL.canParse(endpoint) ? withQuery(endpoint, { src }) : endpoint;
