/** Validation of native requests in the Java variant. */
import { checkDataType, checkTitle, checkVideoAsset } from '#src/auction/validate/native-asset.ts';
import { OWN_VALUES } from '#src/auction/validate/native-values.ts';
import type { NativeAsset } from '#src/openrtb/native-request.ts';
import type { NativeDialect } from '../contract/native.ts';

const badProtocol = (at: string, protocol: number): string => `${at} must be in the range [1, 10]. Got ${protocol}`;

/** An empty asset is accepted, and images are not validated. */
function asset({ title, img, video, data }: NativeAsset, path: string): string | undefined {
  if ([title, img, video, data].filter(Boolean).length > 1) return `${path} must define at most one of {title, img, video, data}`;
  if (title) return checkTitle(title, path, 'integer');
  if (video) return checkVideoAsset(video, path, badProtocol);
  return data?.type === undefined ? undefined : checkDataType(data.type, path);
}

export const native: NativeDialect = {
  missing: (path) => `${path} contains empty request value`,
  unreadable: (path, error) => `Error while parsing ${path}.request: ${error}`,
  namesNegativeSubtype: false,
  allowsAnyEvent: true,
  // Methods of exchange-specific events are ignored; otherwise exchange-specific methods are rejected.
  isMethod: (method, event) => method >= 1 && (method <= 2 || event >= OWN_VALUES),
  numbersAll: false,
  missingId: (place) => place,
  asset,
};
