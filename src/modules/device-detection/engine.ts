/** The contract between the device detection modules and a detection engine, which is a vendor's product and not part of this host. */
import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MaybeLater } from '#src/auction/services.ts';
import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { ModuleEnv } from '../hook.ts';

/** HTTP headers as a browser would send them; names in any case. */
export interface Evidence {
  readonly [header: string]: string;
}

/** The vendor's values by property or capability name. */
export interface Detected {
  readonly [property: string]: unknown;
}

/** A started engine. */
export interface DetectionEngine {
  /** The values of the device; undefined: unknown device. May throw or reject: then nothing is filled. */
  detect(evidence: Evidence): MaybeLater<Detected | undefined>;
  /** Releases memory, files and timers. */
  close?(): MaybeLater<void>;
}

/** The default export of an engine's module: receives the module's settings (data file, cache size …). */
export type OpenEngine = (settings: Ext) => MaybeLater<DetectionEngine>;

/**
 * The engine that `engine` of the settings names, a module path relative to the working directory; undefined without one, after a warning.
 * @throws Error if the module cannot be loaded or exports no engine
 */
export async function loadEngine(product: string, settings: Ext, { log }: Pick<ModuleEnv, 'log'>): Promise<DetectionEngine | undefined> {
  const { engine: path } = settings;
  if (path === undefined || path === '') {
    log.warn({ module: product }, `${product}: no engine is set (engine: <module path>): devices stay as they are`);
    return undefined;
  }
  if (typeof path !== 'string') throw new Error('engine must be a module path');
  const loaded: unknown = await import(pathToFileURL(isAbsolute(path) ? path : resolve(path)).href);
  const open = isObject(loaded) ? loaded['default'] : undefined;
  if (typeof open !== 'function') throw new Error(`engine ${path} has no function as its default export`);
  const engine = await (open as OpenEngine)(settings);
  if (!isObject(engine) || typeof engine['detect'] !== 'function') throw new Error(`engine ${path} has no method detect`);
  return engine as unknown as DetectionEngine;
}
