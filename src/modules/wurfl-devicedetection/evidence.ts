/** The headers a WURFL engine receives: those that the device describes, else those of the request. */
import { isObject } from '#src/json/merge.ts';
import { string } from '#src/json/values.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { clientHints, type HintStyle } from '../device-detection/client-hints.ts';
import type { Evidence } from '../device-detection/engine.ts';

/** @param device the body's device; its agent and hints replace all headers */
export function wurflEvidence(device: Ext, headers: Evidence, style: HintStyle): Evidence {
  const agent = string(device['ua']);
  const { sua } = device;
  const hints = isObject(sua) ? clientHints(sua, style) : {};
  const described = { ...(agent === '' ? {} : { 'User-Agent': agent }), ...hints };
  return Object.keys(described).length > 0 ? described : headers;
}
