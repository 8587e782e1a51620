/** The native request of an imp: decoded, validated, given asset ids and serialized again. */
import type { NativeDialect } from '#src/dialect/contract/native.ts';
import { type NativeEventTracker, type NativeRequest, readNativeRequest, writeNativeRequest } from '#src/openrtb/native-request.ts';
import type { Native } from '#src/openrtb/ortb.ts';
import { checkAssets } from './native-asset.ts';
import { firstError, isListed, NATIVE_SPEC, OWN_VALUES } from './native-values.ts';

/** @returns the error message; `index` is the imp's */
export function checkNative(native: Native | undefined, index: number, dialect: NativeDialect): string | undefined {
  if (!native) return undefined;
  const path = `request.imp[${index}].native`;
  if (!native.request) return dialect.missing(path);
  const read = readNativeRequest(native.request);
  if ('error' in read) return dialect.unreadable(path, read.error);
  const error = checkRequest(read.value, index, dialect);
  if (!error) native.request = writeNativeRequest(read.value);
  return error;
}

function checkRequest(request: NativeRequest, index: number, dialect: NativeDialect): string | undefined {
  return (
    checkContext(request.context ?? 0, request.contextsubtype ?? 0, index, dialect) ??
    checkPlacement(request.plcmttype ?? 0, index) ??
    checkAssets(request.assets, index, dialect) ??
    firstError(request.eventtrackers, (tracker, e) => checkEventTracker(tracker, index, e, dialect))
  );
}

/** Subtypes of each context: content, social, product. */
const SUBTYPES = [
  { context: 1, first: 10, last: 15 },
  { context: 2, first: 20, last: 22 },
  { context: 3, first: 30, last: 32 },
];

/** The context of an ad and its subtype, which must belong together; 0: not given. @returns the error message */
export function checkContext(context: number, subtype: number, index: number, dialect: NativeDialect): string | undefined {
  const path = `request.imp[${index}].native.request`;
  if (context === 0) return undefined;
  if (!isListed(context, 3)) return `${path}.context is invalid. See ${NATIVE_SPEC}#page=39`;
  if (subtype === 0 || subtype >= OWN_VALUES) return undefined;
  if (subtype < 0 && dialect.namesNegativeSubtype) return `${path}.contextsubtype value can't be less than 0. See ${NATIVE_SPEC}#page=39`;
  const group = SUBTYPES.find(({ first, last }) => subtype >= first && subtype <= last);
  if (!group) return `${path}.contextsubtype is invalid. See ${NATIVE_SPEC}#page=39`;
  if (context === group.context || context >= OWN_VALUES) return undefined;
  return `${path}.context is ${context}, but contextsubtype is ${subtype}. This is an invalid combination. See ${NATIVE_SPEC}#page=39`;
}

/** The placement type of an ad; 0: not given. @returns the error message */
export function checkPlacement(placement: number, index: number): string | undefined {
  if (placement === 0 || isListed(placement, 4)) return undefined;
  return `request.imp[${index}].native.request.plcmttype is invalid. See ${NATIVE_SPEC}#page=40`;
}

/** One event tracker. @param e its position in the native request @returns the error message */
export function checkEventTracker(tracker: NativeEventTracker, index: number, e: number, dialect: NativeDialect): string | undefined {
  const path = `request.imp[${index}].native.request.eventtrackers[${e}]`;
  const { event = 0, methods } = tracker;
  const anyEvent = event === 0 && dialect.allowsAnyEvent;
  if (!anyEvent && !isListed(event, 4)) return `${path}.event is invalid. See section 7.6: ${NATIVE_SPEC}#page=43`;
  if (!methods?.length) return `${path}.method is required. See section 7.7: ${NATIVE_SPEC}#page=43`;
  const m = methods.findIndex((method) => !dialect.isMethod(method, event));
  return m < 0 ? undefined : `${path}.methods[${m}] is invalid. See section 7.7: ${NATIVE_SPEC}#page=43`;
}
