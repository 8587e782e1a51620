/** The native request inside an imp: decoded, checked, given asset ids and written anew (auction-request.md 12.7, 12.10 row 18). */
import { type NativeEventTracker, type NativeRequest, readNativeRequest, writeNativeRequest } from '#src/wire/native-request.ts';
import type { Native } from '#src/wire/ortb.ts';
import { checkAssets } from './native-asset.ts';
import { firstFault, isListed, NATIVE_SPEC, OWN_VALUES } from './native-values.ts';

type Variant = 'go' | 'java';

/** @returns the refusal's text; `index` is the imp's */
export function checkNative(native: Native | undefined, index: number, variant: Variant): string | undefined {
  if (!native) return undefined;
  const path = `request.imp[${index}].native`;
  if (!native.request) {
    return variant === 'java' ? `${path} contains empty request value` : `${path} missing required property "request"`;
  }
  const read = readNativeRequest(native.request);
  if ('error' in read) return variant === 'java' ? `Error while parsing ${path}.request: ${read.error}` : read.error;
  const fault = checkRequest(read.value, index, variant);
  if (!fault) native.request = writeNativeRequest(read.value);
  return fault;
}

function checkRequest(request: NativeRequest, index: number, variant: Variant): string | undefined {
  return (
    checkContext(request.context ?? 0, request.contextsubtype ?? 0, index, variant) ??
    checkPlacement(request.plcmttype ?? 0, index) ??
    checkAssets(request.assets, index, variant) ??
    firstFault(request.eventtrackers, (tracker, e) => checkEventTracker(tracker, index, e, variant))
  );
}

/** Subtypes of each context: content, social, product. */
const SUBTYPES = [
  { context: 1, first: 10, last: 15 },
  { context: 2, first: 20, last: 22 },
  { context: 3, first: 30, last: 32 },
];

export function checkContext(context: number, subtype: number, index: number, variant: Variant): string | undefined {
  const path = `request.imp[${index}].native.request`;
  if (context === 0) return undefined;
  if (!isListed(context, 3)) return `${path}.context is invalid. See ${NATIVE_SPEC}#page=39`;
  if (subtype === 0 || subtype >= OWN_VALUES) return undefined;
  if (subtype < 0 && variant === 'go') return `${path}.contextsubtype value can't be less than 0. See ${NATIVE_SPEC}#page=39`;
  const group = SUBTYPES.find(({ first, last }) => subtype >= first && subtype <= last);
  if (!group) return `${path}.contextsubtype is invalid. See ${NATIVE_SPEC}#page=39`;
  if (context === group.context || context >= OWN_VALUES) return undefined;
  return `${path}.context is ${context}, but contextsubtype is ${subtype}. This is an invalid combination. See ${NATIVE_SPEC}#page=39`;
}

export function checkPlacement(placement: number, index: number): string | undefined {
  if (placement === 0 || isListed(placement, 4)) return undefined;
  return `request.imp[${index}].native.request.plcmttype is invalid. See ${NATIVE_SPEC}#page=40`;
}

/** @param e the tracker's place in the native request */
export function checkEventTracker(tracker: NativeEventTracker, index: number, e: number, variant: Variant): string | undefined {
  const path = `request.imp[${index}].native.request.eventtrackers[${e}]`;
  const { event = 0, methods } = tracker;
  const anyEvent = event === 0 && variant === 'java';
  if (!anyEvent && !isListed(event, 4)) return `${path}.event is invalid. See section 7.6: ${NATIVE_SPEC}#page=43`;
  if (!methods?.length) return `${path}.method is required. See section 7.7: ${NATIVE_SPEC}#page=43`;
  const m = methods.findIndex((method) => !isMethod(method, event, variant));
  return m < 0 ? undefined : `${path}.methods[${m}] is invalid. See section 7.7: ${NATIVE_SPEC}#page=43`;
}

/** The Java variant leaves methods of an exchange's own events alone, and takes no others of an exchange's own. */
const isMethod = (method: number, event: number, variant: Variant): boolean =>
  variant === 'java' ? method >= 1 && (method <= 2 || event >= OWN_VALUES) : isListed(method, 2);
