/** What the OpenAPI document says about each endpoint besides its route; docs/endpoints has the complete pages. */

export type Media = 'json' | 'text' | 'html' | 'image' | 'page or image' | 'json or text' | 'json or xml' | 'chart';

/** Its status, media and, if described, its schema. */
type Success = readonly [status: 101 | 200 | 204 | 301, media?: Media, schema?: string];

export interface EndpointDescription {
  readonly summary: string;
  /** Names of query parameters; required ones end with `!`. */
  readonly query?: string;
  /** Request body: name of a schema, `form` or any other JSON. */
  readonly body?: string;
  readonly success: Success;
  /** A second response of success. */
  readonly or?: Success;
  /** Statuses of errors. */
  readonly errors?: readonly (keyof typeof ERRORS)[];
}

/** Meaning of error statuses. */
export const ERRORS = {
  400: 'The request is invalid; the body is the reason.',
  401: 'The account or the token is not accepted, or the user has opted out.',
  403: 'The listener does not accept this caller.',
  404: 'There is no such value, bidder or endpoint.',
  408: 'The request waited too long before it arrived.',
  413: 'The body is too large.',
  426: 'The request is no upgrade to a WebSocket.',
  429: 'The caller writes too much.',
  451: 'The privacy signals do not permit it.',
  500: 'The host failed.',
  503: 'The host is busy or not ready (`Retry-After` names the seconds to wait), or the account or app is disabled.',
} as const;

/** By method and path of the route. */
export const ENDPOINTS: Readonly<Record<string, EndpointDescription>> = {
  'POST /openrtb2/auction': {
    summary: 'Run an auction',
    body: 'BidRequest',
    success: [200, 'json', 'BidResponse'],
    errors: [400, 401, 413, 500, 503],
  },
  'GET /openrtb2/amp': {
    summary: 'Run an auction for an AMP page',
    query: `tag_id! w h ow oh ms slot curl account timeout consent_type consent_string gdpr_applies addtl_consent targeting debug trace __amp_source_origin gdpr_consent gpp_sid`,
    success: [200, 'json'],
    errors: [400, 401, 500, 503],
  },
  'POST /openrtb2/video': {
    summary: 'Run an auction for video pods',
    body: 'json',
    success: [200, 'json'],
    errors: [400, 401, 408, 413, 500, 503],
  },
  'POST /cookie_sync': { summary: 'Choose user syncs', body: 'json', success: [200, 'json'], errors: [400, 401, 413] },
  'GET /setuid': {
    summary: 'Store a user id',
    query: 'bidder! uid f account gdpr gdpr_consent gpp gpp_sid',
    success: [200, 'page or image'],
    errors: [400, 401, 451],
  },
  'GET /getuids': { summary: 'List stored user ids', success: [200, 'json'] },
  'GET /optout': { summary: 'Opt out of user ids', query: 'optout g-recaptcha-response', success: [301], errors: [401] },
  'POST /optout': { summary: 'Opt out of user ids', body: 'form', success: [301], errors: [401] },
  'GET /event': {
    summary: 'Count an event of a bid',
    query: 't! b! a! bidder vtype ts f x int aid',
    success: [204],
    or: [200, 'image'],
    errors: [400, 401, 503],
  },
  'POST /vtrack': {
    summary: 'Store VAST with event trackers',
    query: 'a! int',
    body: 'json',
    success: [200, 'json'],
    errors: [400, 413, 429, 500],
  },
  'GET /vtrack': { summary: 'Read stored VAST', query: 'uuid! ch', success: [200, 'json or xml'], errors: [400, 404, 500] },
  'POST /cache': { summary: 'Store values', body: 'json', success: [200, 'json'], errors: [400, 413, 429, 500] },
  'GET /cache': { summary: 'Read a stored value', query: 'uuid! ch', success: [200, 'json or xml'], errors: [400, 404, 500] },
  'GET /info/bidders': { summary: 'List bidders', query: 'enabledonly baseadaptersonly', success: [200, 'json'], errors: [400] },
  'GET /info/bidders/:name': { summary: 'Describe a bidder', success: [200, 'json'], errors: [404] },
  'GET /bidders/params': { summary: 'JSON schemas of the params of all bidders', success: [200, 'json'] },
  'GET /status': { summary: 'Health', success: [204], or: [200, 'json or text'] },
  'GET /version': { summary: 'Version and revision', success: [200, 'json'] },
  'GET /livez': { summary: 'Whether the process lives', success: [200, 'text'] },
  'GET /readyz': { summary: 'Whether the process should receive requests', success: [200, 'text'], errors: [503] },
  'GET /': { summary: 'Start page', success: [200, 'html'] },
  'GET /static/index.html': { summary: 'Start page', success: [200, 'html'] },
  'GET /static/load-cookie.html': { summary: 'Page that syncs users', success: [200, 'html'] },
  'GET /static/load-cookie-with-consent.html': { summary: 'Page that syncs users with consent of its parent', success: [200, 'html'] },
  'GET /openapi.json': { summary: 'This document', success: [200, 'json'] },
  'GET /metrics': { summary: 'Metrics in the text format of Prometheus', success: [200, 'text'] },
  'GET /collected-metrics': { summary: 'Metrics as names and numbers', success: [200, 'json'] },
  'GET /currency/rates': { summary: 'Currency rates in use', success: [200, 'json'] },
  'GET /rules': {
    summary: 'Decision trees of the rule engine, of an account or of the defaults (docs/MODULES.md)',
    query: 'account',
    success: [200, 'json'],
    errors: [404],
  },
  'GET /machines': { summary: 'List of state machines', success: [200, 'json'] },
  'GET /machines/:name': { summary: 'A state machine as chart', query: 'format', success: [200, 'chart'], errors: [400, 404] },
  'GET /taps': {
    summary: 'Live events of auctions over a WebSocket (docs/TAPS.md)',
    query: 'kinds kind account bidder auction outcome state min_ms find sample bodies recording format token',
    success: [101],
    errors: [400, 401, 403, 426, 503],
  },
  'GET /static/optout.html': { summary: 'Page to opt out of user ids', success: [200, 'html'] },
  'GET /console': { summary: 'Console with live views', success: [200, 'html'] },
  'POST /storedrequests/openrtb2': {
    summary: 'Update stored requests and imps in memory',
    body: 'json',
    success: [200],
    errors: [400, 401, 403],
  },
  'DELETE /storedrequests/openrtb2': {
    summary: 'Remove stored requests and imps from memory',
    body: 'json',
    success: [200],
    errors: [400, 401, 403],
  },
  'POST /storedrequests/amp': { summary: 'Update stored AMP requests in memory', body: 'json', success: [200], errors: [400, 401, 403] },
  'DELETE /storedrequests/amp': {
    summary: 'Remove stored AMP requests from memory',
    body: 'json',
    success: [200],
    errors: [400, 401, 403],
  },
  'POST /storedrequests/video': {
    summary: 'Update stored video requests in memory',
    body: 'json',
    success: [200],
    errors: [400, 401, 403],
  },
  'DELETE /storedrequests/video': {
    summary: 'Remove stored video requests from memory',
    body: 'json',
    success: [200],
    errors: [400, 401, 403],
  },
  'POST /storedrequests/responses': { summary: 'Update stored responses in memory', body: 'json', success: [200], errors: [400, 401, 403] },
  'DELETE /storedrequests/responses': {
    summary: 'Remove stored responses from memory',
    body: 'json',
    success: [200],
    errors: [400, 401, 403],
  },
  'POST /storedrequests/accounts': { summary: 'Update accounts in memory', body: 'json', success: [200], errors: [400, 401, 403] },
  'DELETE /storedrequests/accounts': { summary: 'Remove accounts from memory', body: 'json', success: [200], errors: [400, 401, 403] },
  'GET /cache/invalidate': { summary: 'Remove an account from memory', query: 'account!', success: [200], errors: [400, 401, 403] },
  'POST /cache/invalidate': { summary: 'Remove an account from memory', query: 'account!', success: [200], errors: [400, 401, 403] },
  'GET /logging/httpinteraction': {
    summary: 'Log the next requests with their responses',
    query: 'limit! endpoint statusCode account bidder',
    success: [200],
    errors: [400, 401, 403],
  },
  'POST /logging/httpinteraction': {
    summary: 'Log the next requests with their responses',
    query: 'limit! endpoint statusCode account bidder',
    success: [200],
    errors: [400, 401, 403],
  },
  'GET /logging/changelevel': {
    summary: 'Change the log level for a while',
    query: 'level! duration!',
    success: [200],
    errors: [400, 401, 403],
  },
  'POST /logging/changelevel': {
    summary: 'Change the log level for a while',
    query: 'level! duration!',
    success: [200],
    errors: [400, 401, 403],
  },
  'GET /pbs-admin/tracelog': {
    summary: 'Log the auctions of an account or bidder for a while',
    query: 'account bidderCode level! duration!',
    success: [200],
    errors: [400, 401, 403],
  },
  'POST /pbs-admin/tracelog': {
    summary: 'Log the auctions of an account or bidder for a while',
    query: 'account bidderCode level! duration!',
    success: [200],
    errors: [400, 401, 403],
  },
};

/** Files of the console, and methods that update endpoints only reject. */
export const isUndocumented = (method: string, path: string): boolean =>
  path.startsWith('/console/') || (path.startsWith('/storedrequests/') && method !== 'POST' && method !== 'DELETE');
