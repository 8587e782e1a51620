/** Loads a vendor's engine or model, which is not part of this host, from the module path in the settings. */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject } from '#src/json/merge.ts';
import type { MaybeLater } from '#src/lang/later.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { ModuleEnv } from './hook.ts';

/**
 * The engine that `engine` of the settings names, a path relative to the working directory. The default export of that file is a function
 * that receives the module's settings and returns the engine, now or later. Undefined without a path, after a warning.
 * @param method a method that every engine of this kind has
 * @throws Error if the file cannot be loaded or returns no engine
 */
export async function loadEngine<T>(name: string, method: string, settings: Ext, { log }: Pick<ModuleEnv, 'log'>): Promise<T | undefined> {
  const { engine: path } = settings;
  if (path === undefined || path === '') {
    log.warn({ module: name }, `${name}: no engine is set (engine: <module path>), so the module changes nothing`);
    return undefined;
  }
  checkEngine(settings);
  const loaded: unknown = await import(pathToFileURL(resolve(String(path))).href);
  const open = isObject(loaded) ? loaded['default'] : undefined;
  if (typeof open !== 'function') throw new Error(`engine ${path} has no function as its default export`);
  const engine: unknown = await (open as (settings: Ext) => MaybeLater<unknown>)(settings);
  if (!isObject(engine) || typeof engine[method] !== 'function') throw new Error(`engine ${path} has no method ${method}`);
  return engine as T;
}

/** @throws Error if `engine` of the settings names no file */
export function checkEngine({ engine: path }: Ext): void {
  if (path === undefined || path === '') return;
  if (typeof path !== 'string') throw new Error('engine must be a module path');
  try {
    createRequire(import.meta.url).resolve(resolve(path));
  } catch {
    throw new Error(`engine ${path} does not exist`);
  }
}
