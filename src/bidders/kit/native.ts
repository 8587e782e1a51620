/** Native requests in the form of OpenRTB Native 1.0, which partners still expect. */
import type { Result } from '#src/lang/result.ts';
import { parseObject } from './decode.ts';
import { sortedJson } from './json.ts';
import type { SharedImp } from './spec.ts';

type SharedNative = NonNullable<SharedImp['native']>;

/** The native with its request (`text`) in a field `native`, unless it has one; the decoder's message if the request is no object. */
export function wrappedNative(native: SharedNative, text = native.request ?? ''): Result<SharedNative> {
  const request = parseObject(text);
  if ('error' in request) return request;
  return 'native' in request.value ? { value: native } : { value: { ...native, request: sortedJson({ native: request.value }) } };
}
