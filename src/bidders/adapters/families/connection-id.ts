/** Exchanges with one call per imp, to a URL that ends in the connection id of its params (in the Java variant: has it where its macro is). */
import { queryEscape } from '#src/lang/percent.ts';
import { badInput, badServer, generic } from '../../errors.ts';
import { perImp } from '../../kit/fan-out.ts';
import { byMtype } from '../../kit/media-type.ts';
import { asNumber } from '../../kit/messages.ts';
import type { SharedBid } from '../../kit/response-spec.ts';
import type { Group, RequestContext, TrafficSpec } from '../../kit/spec.ts';
import { statusPolicy, unexpectedStatus } from '../../kit/status.ts';

interface Params {
  readonly cId?: string | undefined;
}

const withId = ([first]: Group<Params>, { builder }: RequestContext): string =>
  `${builder.endpoint}${queryEscape(first?.params.cId ?? '')}`;

export const withTrimmedId = ([first]: Group<Params>, { builder }: RequestContext): string =>
  `${builder.endpoint}${queryEscape(first?.params.cId?.trim() ?? '')}`;

export const noType = ({ impid }: SharedBid): string => `Could not define bid type for imp: ${impid}`;

/** `shape`: the name of the params in the message of those that cannot be decoded. */
export const connectionIdTraffic = (shape: string) =>
  ({
    badParams: (cause, _, step) => generic(`extract cId: unmarshal ${step === 'ext' ? 'bidderExt' : shape}: ${cause}`),
    fanout: perImp,
    uri: withId,
    headers: 'json',
    status: statusPolicy({ badInput: 'all', other: unexpectedStatus }),
    response: {
      unreadable: (cause) => badServer(`bad server response: ${asNumber(cause)}. `),
      mediaType: byMtype(['banner', 'video'], (bid) => badInput(noType(bid))),
    },
    java: {
      badParams: undefined,
      uri: undefined,
      macros: ({ params: { cId } }) => ({ ConnectionId: cId?.trim() }),
      response: { mediaType: byMtype(['banner', 'video'], (bid) => badServer(noType(bid))) },
    },
  }) satisfies TrafficSpec<Params, undefined>;
