/** The device: its data, its ids and the user's local time. */

import { z } from 'zod';
import type { Result } from '#src/lang/result.ts';
import type { SharedRequest } from '../../bidder.ts';
import { filled } from '../../kit/objects.ts';
import { readerOf } from '../../kit/reader.ts';

const strings = z.array(z.string());
const readUserExt = readerOf(
  z.object({ consent: z.string(), data: z.object({ imei: strings, oaid: strings, gaid: strings, clientTime: strings }) }),
);

/** `user.ext`, or the decoder's message. */
export const userExtOf = ({ user }: SharedRequest): ReturnType<typeof readUserExt> => readUserExt(user?.ext ?? null);

/** The body's `device`, or the error message about its ids. */
export function toDevice(request: SharedRequest, country: string, now: number): Result<object> {
  const { device } = request;
  const ids = idsOf(request);
  if ('error' in ids) return ids;
  const { imei, oaid, gaid, clientTime } = ids.value;
  const tracking = device?.dnt === undefined ? undefined : String(1 - device.dnt);
  return {
    value: {
      ...filled({ ...(device && fieldsOf(device)), imei, oaid, gaid }),
      ...(oaid && tracking !== undefined && { isTrackingEnabled: tracking }),
      ...(gaid && tracking !== undefined && { gaidTrackingEnabled: tracking }),
      localeCountry: device ? country : '',
      belongCountry: device ? country : '',
      clientTime: clientTime !== undefined || device ? clientTimeOf(clientTime ?? '', now) : '',
    },
  };
}

function fieldsOf(device: NonNullable<SharedRequest['device']>): object {
  const { devicetype, ua, os, osv, make, model, h, w, language, pxratio, ip } = device;
  return {
    type: devicetype,
    useragent: ua,
    os,
    version: osv,
    maker: make,
    model: model || 'HUAWEI',
    height: h,
    width: w,
    language,
    pxratio: singlePrecision(pxratio ?? 0),
    ip,
  };
}

interface Ids {
  readonly imei?: string | undefined;
  readonly oaid?: string | undefined;
  readonly gaid?: string | undefined;
  readonly clientTime?: string | undefined;
}

/** Ids and time of the user's data; an id there comes before that of the device. */
function idsOf(request: SharedRequest): Result<Ids> {
  const ifa = request.device?.ifa || undefined;
  if (!request.user?.ext)
    return ifa ? { value: { gaid: ifa } } : { error: 'getDeviceID: openRTBRequest.User.Ext is nil and device.Gaid is not specified.' };
  const ext = userExtOf(request);
  if ('error' in ext) {
    return {
      error: `get gaid from openrtb Device.IFA failed, and get device id failed: Unmarshal openRTBRequest.User.Ext -> extUserDataHuaweiAds. Error: ${ext.error}`,
    };
  }
  const { imei: [imei] = [], oaid: [oaid] = [], gaid: [gaid = ifa] = [], clientTime: [clientTime] = [] } = ext.value.data ?? {};
  return imei || oaid || gaid ? { value: { imei, oaid, gaid, clientTime } } : { error: 'getDeviceID: Imei ,Oaid, Gaid are all empty.' };
}

const LOCAL = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}$/;
const WITH_ZONE = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{4}$/;

/** The time as given, in the server's zone if it has none; else now (ms). */
function clientTimeOf(given: string, now: number): string {
  if (WITH_ZONE.test(given)) return given;
  const minutes = -new Date(now).getTimezoneOffset();
  const [hh, mm] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) => String(part).padStart(2, '0'));
  const zone = `${minutes < 0 ? '-' : '+'}${hh}${mm}`;
  if (LOCAL.test(given)) return `${given}${zone}`;
  const local = new Date(now + minutes * 60_000).toISOString();
  return `${local.slice(0, 23).replace('T', ' ')}${zone}`;
}

/** The shortest decimal of the number in single precision, in which the exchange reads it. */
export function singlePrecision(value: number): number {
  const single = Math.fround(value);
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(single.toPrecision(digits));
    if (Math.fround(short) === single) return short;
  }
  return Number(single.toPrecision(9));
}
