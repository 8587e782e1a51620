/** Validation of native requests in the Go variant. */
import { checkDataType, checkImage, checkTitle, checkVideoAsset } from '#src/auction/validate/native-asset.ts';
import { isListed } from '#src/auction/validate/native-values.ts';
import type { NativeAsset } from '#src/openrtb/native-request.ts';
import type { NativeDialect } from '../contract/native.ts';

const VIDEO_SPEC = 'https://www.iab.com/wp-content/uploads/2016/03/OpenRTB-API-Specification-Version-2-5-FINAL.pdf#page=52';

const badProtocol = (at: string): string => `${at} is invalid. See Section 5.8: ${VIDEO_SPEC}`;

/** Exactly one type; of several the first is validated before the others are reported. */
function asset({ title, img, video, data }: NativeAsset, path: string): string | undefined {
  const several = `${path} must define exactly one of {title, img, video, data}`;
  const error = title && checkTitle(title, path, 'number');
  if (error) return error;
  if (img) return title ? several : (checkImage(img, path) ?? (video || data ? several : undefined));
  if (video) return title ? several : (checkVideoAsset(video, path, badProtocol) ?? (data ? several : undefined));
  if (data) return title ? several : checkDataType(data.type ?? 0, path);
  return title ? undefined : several;
}

export const native: NativeDialect = {
  missing: (path) => `${path} missing required property "request"`,
  unreadable: (_path, error) => error,
  namesNegativeSubtype: true,
  allowsAnyEvent: false,
  isMethod: (method) => isListed(method, 2),
  numbersAll: true,
  missingId: () => 0,
  asset,
};
