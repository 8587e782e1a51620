/** Exchanges for banners with a size of their own: without w and h they get the first format, which leaves the list. */
import type { SharedRequest } from '../../bidder.ts';
import type { SharedImp } from '../../kit/spec.ts';
import { hostNameOf } from '../../kit/url.ts';

type Banner = NonNullable<SharedImp['banner']>;

const isUnsized = ({ w, h }: Banner): boolean => w === undefined && h === undefined;

/** The message of an imp without a banner, or of a banner without any size. */
export function bannerMessage(
  { banner }: Pick<SharedImp, 'banner'>,
  { noBanner = 'Request needs to include a Banner object', noSize = 'Need at least one size to build request' } = {},
): string | undefined {
  if (!banner) return noBanner;
  return isUnsized(banner) && (banner.format ?? []).length === 0 ? noSize : undefined;
}

/** The banner with a size: its own, else that of the first format, taken out of the list. */
export function sizedBanner(banner: Banner): Banner {
  const [first, ...others] = banner.format ?? [];
  if (!first || !isUnsized(banner)) return banner;
  return { ...banner, w: first.w ?? 0, h: first.h ?? 0, format: others.length > 0 ? others : undefined };
}

/** Whether an address is one of HTTPS; a malformed one is not. */
export const isHttps = (address: string): boolean => /^https:/i.test(address) && 'value' in hostNameOf(address);

/** Whether the page is loaded by HTTPS. */
export const isSecure = ({ site }: SharedRequest): boolean => isHttps(site?.page ?? '');
