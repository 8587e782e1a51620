/** What differs between the variants. */
import type { BidderError } from '../../bidder.ts';
import { badInput, warning } from '../../errors.ts';
import type { SharedImp } from '../../kit/spec.ts';
import type { Params } from './params.ts';

type Video = NonNullable<SharedImp['video']>;

export interface Rules {
  /** Ids of banner apps, the first that is not empty counts. */
  readonly bannerApps: (params: Params) => readonly (string | undefined)[];
  readonly sizeOf: (video: Video) => { readonly w: number; readonly h: number };
  /** Whether the banner call has the user's cookie too. */
  readonly cookieOnBanner: boolean;
  /** Whether the banner call has fields without a value. */
  readonly writesEmpty: boolean;
  /** Whether a page is secure. */
  readonly isSecure: (page: string) => boolean;
  /** The complete body of a video call. */
  readonly videoBody: (
    request: object,
    call: { readonly appId: string; readonly videoResponseType: string; readonly isNurl: boolean },
  ) => object;
  /** Start of the messages about a floor that cannot be converted. */
  readonly conversionError: (floor: string, currency: string, cause: string) => string;
  readonly fallbackError: (message: string) => BidderError;
}

const WIDTH = 300;
const HEIGHT = 250;

export const goRules: Rules = {
  bannerApps: ({ appId, appIds }) => [appId, appIds?.banner],
  sizeOf: ({ w, h }) => ({ w: w || WIDTH, h: h || HEIGHT }),
  cookieOnBanner: true,
  writesEmpty: true,
  isSecure: (page) => page.startsWith('https://'),
  videoBody: (request, { isNurl }) => (isNurl ? { ...request, isPrebid: true } : request),
  conversionError: (floor, currency, cause) =>
    `The following error was recieved from the currency converter while attempting to convert the imp.bidfloor value of ${floor} from ${currency} to USD:\n${cause}\n`,
  fallbackError: warning,
};

export const javaRules: Rules = {
  bannerApps: ({ appId, appIds }) => [appId, appIds?.banner, appIds?.video],
  sizeOf: ({ w = 0, h = 0 }) => (w === 0 && h === 0 ? { w: WIDTH, h: HEIGHT } : { w, h }),
  cookieOnBanner: false,
  writesEmpty: false,
  isSecure: (page) => page.includes('https'),
  videoBody: (request, { appId, videoResponseType, isNurl }) => ({ ...(isNurl && { isPrebid: true }), appId, videoResponseType, request }),
  conversionError: (floor, currency) =>
    `The following error was received from the currency converter while attempting to convert the imp.bidfloor value of ${floor} from ${currency} to USD:\nCurrency service was unable to convert currency.\n`,
  fallbackError: badInput,
};
