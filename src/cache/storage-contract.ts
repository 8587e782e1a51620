/** The contract of module storage: texts by key, kept between auctions and shared by all hosts of a cache service. */

/** The storage of one module. No call takes longer than `storage.pbc.call_timeout_ms`. */
export interface ModuleStorage {
  /**
   * The stored text; undefined: none.
   * @param timeoutMs ms left for the hook
   * @param signal aborts the call
   * @throws Error without a usable response
   */
  get(key: string, timeoutMs: number, signal?: AbortSignal): Promise<string | undefined>;
  /** Stores a text for `ttlSeconds`. @throws Error if the service does not confirm it */
  put(key: string, value: string, ttlSeconds: number, signal?: AbortSignal): Promise<void>;
}

/** By the module's name, which separates its keys from those of others; undefined: the host has no storage. */
export type ModuleStorages = (module: string) => ModuleStorage | undefined;
