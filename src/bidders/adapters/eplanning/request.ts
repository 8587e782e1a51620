/** The single GET request for all spaces. */

import { percentEncode, queryEscape } from '#src/lang/percent.ts';
import type { Result } from '#src/lang/result.ts';
import type { BidderError, SharedRequest } from '../../bidder.ts';
import { badInput, generic } from '../../errors.ts';
import { fillPlaceholders } from '../../kit/macros.ts';
import type { Group, RequestContext } from '../../kit/spec.ts';
import { readSourceExt } from '../../kit/supply-chain.ts';
import { encodeQuery, escapePath, hostNameOf } from '../../kit/url.ts';
import { anyKind, BANNER, bannerOnly, type Params, type SpaceRules, spacesOf } from './spaces.ts';

/** Longer chains are not sent. */
const MAX_NODES = 2;

/** A `uri` hook. */
export function toUri(group: Group<Params>, context: RequestContext): string | BidderError {
  const address = addressOf(group, context);
  if (typeof address !== 'string') return address;
  const fields = fieldsOf(context, anyKind, percentEncode);
  if ('error' in fields) return badInput(fields.error);
  return `${address}?${encodeQuery({ ...fields.value, rnd: String(context.builder.env.random()) })}`;
}

/** The same in the Java variant: a mark of its own first, fields in a fixed order. */
export function javaUri([first]: Group<Params>, context: RequestContext): string | BidderError {
  const target = targetOf(context.request);
  if ('error' in target) return generic(target.error);
  const path = { '{ClientId}': first?.params.ci ?? '', '{DfpClientId}': '1', '{RequestTarget}': target.value, '{Sec}': 'ROS' };
  const fields = fieldsOf(context, bannerOnly, (value) => value);
  if ('error' in fields) return badInput(fields.error);
  const pairs = Object.entries({ r: 'pbs', ...fields.value }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${queryEscape(value)}`],
  );
  const [endpoint = ''] = context.builder.endpoint.split('?', 1);
  const escaped = Object.entries(path).map(([macro, value]) => [macro, percentEncode(value)]);
  return `${fillPlaceholders(endpoint, Object.fromEntries(escaped))}?${pairs.join('&')}`;
}

function addressOf([first]: Group<Params>, { request, builder }: RequestContext): string | BidderError {
  const target = targetOf(request);
  if ('error' in target) return generic(target.error);
  const [endpoint = ''] = builder.endpoint.split('?');
  return `${endpoint}${escapePath(`/${first?.params.ci ?? ''}/1/${target.value}/ROS`)}`;
}

function targetOf({ app, site }: SharedRequest): Result<string> {
  if (app?.bundle) return { value: app.bundle };
  if (site?.domain) return { value: site.domain };
  const host = hostNameOf(site?.page ?? '');
  return 'error' in host ? host : { value: host.value || 'FILE' };
}

type Fields = { readonly [name: string]: string | undefined };

/** The query; or the decoder's message for a malformed chain. */
function fieldsOf({ request }: RequestContext, rules: SpaceRules, escaped: (value: string) => string): Result<Fields> {
  const { app, site, user, device } = request;
  const chain = chainOf(request, escaped);
  if ('error' in chain) return chain;
  const kind = rules.kindOf(request);
  return {
    value: {
      ncb: '1',
      ur: app ? undefined : site?.page || 'FILE',
      e: spacesOf(request, rules)
        .map(({ text }) => text)
        .join('+'),
      uid: user?.buyeruid || undefined,
      ip: device?.ip || undefined,
      ...(app && { appn: app.name || undefined, appid: app.id || undefined, ifa: device?.ifa || undefined, app: '1' }),
      ...(kind !== BANNER && { vctx: String(kind), vv: '3' }),
      sch: chain.value,
    },
  };
}

/** The supply chain as `version,complete!node!node`. */
function chainOf({ source }: SharedRequest, escaped: (value: string) => string): Result<string | undefined> {
  const ext = readSourceExt(source?.ext ?? null);
  if ('error' in ext) return ext;
  const { ver = '', complete = 0, nodes = [] } = ext.value.schain ?? {};
  if (nodes.length === 0 || nodes.length > MAX_NODES) return { value: undefined };
  const written = nodes.map(({ asi = '', sid = '', hp, rid = '', name = '', domain = '', ext: own }) => {
    const values = [asi, sid, String(hp ?? ''), rid, name, domain, own === undefined ? '' : JSON.stringify(own)];
    return `!${values.map(escaped).join(',')}`;
  });
  return { value: `${ver},${complete}${written.join('')}` };
}
