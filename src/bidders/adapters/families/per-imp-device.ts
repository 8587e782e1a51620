/** Exchanges with one call per imp, to a URL from its params, with headers of the device. */
import { badInput, badServer } from '../../errors.ts';
import { perImp } from '../../kit/fan-out.ts';
import { type DeviceHeaders, deviceHeaders, JSON_ACCEPT } from '../../kit/headers.ts';
import { byImp } from '../../kit/media-type.ts';
import type { Headers, RequestContext, TrafficSpec } from '../../kit/spec.ts';

export const jsonOfDevice =
  (ip: NonNullable<DeviceHeaders['ip']>) =>
  (_: unknown, { request: { device } }: RequestContext): Headers => ({ ...JSON_ACCEPT, ...deviceHeaders(device, { ip }) });

/** `name`: the exchange in the message for undecodable params. */
export const perImpDeviceTraffic = (name: string) =>
  ({
    badParams: (cause, _, step) => badInput(`Failed to deserialize ${step === 'ext' ? 'bidder impression' : name} extension: ${cause}`),
    fanout: perImp,
    headers: jsonOfDevice('ipv6, ip'),
    response: {
      mediaType: byImp({
        order: ['banner', 'video', 'native'],
        match: 'all',
        otherwise: ({ impid }) => badServer(`The impression with ID ${impid} is not present into the request`),
      }),
    },
  }) satisfies TrafficSpec<unknown, undefined>;
