/** The two hooks of a device detection module: headers are recorded first, then the device of the body is completed. */
import { isObject } from '#src/json/merge.ts';
import { parseJsonObject } from '#src/json/parse.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { HookContext, HookResult, Module } from '../hook.ts';
import type { Detected, DetectionEngine, Evidence } from './engine.ts';

/** What a vendor's module does with an engine's values. */
export interface DeviceMapping {
  /** Error if the publisher of a body may not use the module; absent: any may, or (Java variant) the account decides. */
  readonly notAllowed?: ((body: Ext) => string | undefined) | undefined;
  /** Java variant: an account that is not listed is skipped. */
  isAccountAllowed(accountId: string): boolean;
  /** Failure of the second hook after a first one that rejected the publisher. */
  readonly notPrepared: string;
  /** A body without a device gets one; otherwise it is unchanged. */
  readonly addsDevice: boolean;
  /** True: this device needs no detection. */
  isComplete(device: Ext | undefined): boolean;
  /** An error: nothing to detect from. */
  evidence(device: Ext, headers: Evidence): Result<Evidence>;
  /** Completes `device` in place. */
  fill(device: Ext, detected: Detected): void;
}

/** Headers with a value. */
function headersOf(headers: { readonly [name: string]: string | undefined }): Evidence {
  return Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** The hooks; without an engine nothing is changed. */
export function detectionModule(engine: DetectionEngine | undefined, mapping: DeviceMapping): Module {
  if (!engine) return { hooks: { entrypoint: () => undefined, raw_auction_request: () => undefined } };
  return {
    hooks: {
      entrypoint({ headers, body }) {
        const failure = mapping.notAllowed?.(parseJsonObject(body) ?? {});
        return failure === undefined ? { memory: { headers: headersOf(headers) } } : { failure };
      },
      raw_auction_request: (body, context) => complete(body, context, engine, mapping),
    },
    close: () => engine.close?.(),
  };
}

async function complete(
  body: Ext,
  { memory, accountId }: HookContext,
  engine: DetectionEngine,
  mapping: DeviceMapping,
): Promise<HookResult | undefined> {
  const { headers } = memory;
  if (!isObject(headers)) return { failure: mapping.notPrepared };
  if (!mapping.isAccountAllowed(accountId)) return undefined;
  const given = body['device'] ?? (mapping.addsDevice ? {} : undefined);
  if (!isObject(given) || mapping.isComplete(given)) return undefined;
  const evidence = mapping.evidence(given, headers as unknown as Evidence);
  if ('error' in evidence) return { failure: evidence.error };
  const detected = await engine.detect(evidence.value);
  if (isObject(detected)) mapping.fill(given, detected);
  if (!isObject(body['device']) && Object.keys(given).length > 0) body['device'] = given;
  return undefined;
}
