/** A vendor's response that the host's module storage holds for a while, so that the vendor is called once per key. */
import type { ModuleStorage } from '#src/cache/storage-contract.ts';
import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { HookContext, ModuleEnv } from './hook.ts';

export interface StoredUnder {
  readonly key: string;
  readonly ttlSeconds: number;
}

/** Share of the hook's time for the storage: one that hangs leaves the rest to the vendor. */
const STORAGE_SHARE = 0.5;

/** The stored object; undefined: none, or the storage failed. */
async function read(storage: ModuleStorage, key: string, { timeoutMs, signal }: HookContext): Promise<Ext | undefined> {
  try {
    const parsed: unknown = JSON.parse((await storage.get(key, Math.ceil(timeoutMs * STORAGE_SHARE), signal)) ?? 'null');
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The stored response, else that of the vendor, which is stored then. Failures of the storage are ignored.
 * @param load calls the vendor within the given ms
 * @throws Error of `load`
 */
export async function throughStorage(
  storage: ModuleStorage,
  { key, ttlSeconds }: StoredUnder,
  context: HookContext,
  { clock, log }: Pick<ModuleEnv, 'clock' | 'log'>,
  load: (timeoutMs: number) => Promise<Ext>,
): Promise<Ext> {
  const startedAt = clock.now();
  const stored = await read(storage, key, context);
  if (stored) return stored;
  const response = await load(context.timeoutMs - (clock.now() - startedAt));
  // The auction does not wait for the put, which ends with its own timeout.
  storage.put(key, JSON.stringify(response), ttlSeconds).catch((cause: unknown) => log.debug({ err: cause }, 'module storage failed'));
  return response;
}
