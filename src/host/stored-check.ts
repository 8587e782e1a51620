/** Reads the files of accounts and stored data once, for `auctor check`. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { accountProblems, PLAN, planIn } from '#src/config/account-problems.ts';
import { toAccountInput } from '#src/config/java/account.ts';
import { writtenAccountKey } from '#src/config/java/account-keys.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { isObject } from '#src/json/merge.ts';
import { withoutMark } from '#src/lang/byte-order-mark.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { codesOf, plainCode } from '#src/modules/codes.ts';
import { missingModules } from '#src/modules/default-plan.ts';
import type { ModuleDefinition } from '#src/modules/hook.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { accountsOfYaml } from '#src/stores/accounts-yaml.ts';
import { FOLDER_NAMES } from '#src/stores/files.ts';
import { adjustmentProblems } from './account-adjustments.ts';
import { rejectedByModules } from './account-modules.ts';

export interface StoredCheck {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Number of files read. */
  readonly files: number;
}

/** Not those of a mounted volume's versions, which are reached by links. */
const isDocument = (name: string): boolean => name.endsWith('.json') && !name.split(sep).some((part) => part.startsWith('..'));

class Check {
  readonly errors: string[] = [];
  readonly warnings: string[] = [];
  files = 0;
  readonly #config: HostConfig;
  readonly #running: readonly ModuleDefinition[] | undefined;

  constructor(config: HostConfig, running: readonly ModuleDefinition[] | undefined) {
    this.#config = config;
    this.#running = running;
  }

  /** Every `<id>.json` of a folder and its subfolders; a missing folder is empty. */
  folder(path: string, isAccount: boolean): void {
    if (!existsSync(path)) return;
    const names = this.#read(path, () => readdirSync(path, { recursive: true, encoding: 'utf8' })) ?? [];
    for (const name of names.filter(isDocument).sort()) this.#file(join(path, name), isAccount);
  }

  /** @returns undefined: it cannot be read, which is an error */
  #read<T>(path: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (cause) {
      this.errors.push(`${path}: cannot be read: ${errorMessage(cause)}`);
      return undefined;
    }
  }

  yaml(path: string): void {
    if (!existsSync(path)) return;
    this.files++;
    try {
      const accounts = accountsOfYaml(readFileSync(path, 'utf8'), (line) => this.errors.push(`${path}: ${line}`));
      for (const [id, text] of accounts) this.#account(`${path}, account ${id}`, text);
    } catch (cause) {
      this.errors.push(`${path}: ${errorMessage(cause)}`);
    }
  }

  #file(path: string, isAccount: boolean): void {
    // Folders may have such names, and links may lead to nothing.
    const text = this.#read(path, () => (statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'utf8') : undefined));
    if (text === undefined) return;
    const json = withoutMark(text);
    this.files++;
    if (isAccount) {
      this.#account(path, json);
      return;
    }
    try {
      const value: unknown = JSON.parse(json);
      if (!isObject(value) && !Array.isArray(value)) this.errors.push(`${path}: must be an object or a list`);
    } catch (cause) {
      this.errors.push(`${path}: not JSON: ${errorMessage(cause)}`);
    }
  }

  #account(place: string, text: string): void {
    const { account_defaults: defaults, rules, price_floors: limits } = this.#config;
    const stored = objectIn(text);
    const input = toAccountInput(stored);
    const adjustments = adjustmentProblems(isObject(input['bidadjustments']) ? input['bidadjustments'] : undefined);
    const modules = this.#modules(stored, input);
    for (const { errors, warnings } of [accountProblems(text, defaults, rules.lenientAccounts, limits), adjustments, modules]) {
      this.errors.push(...errors.map((line) => `${place}: ${line}`));
      this.warnings.push(...warnings.map((line) => `${place}: ${line}`));
    }
  }

  /** The account's plan and its settings of modules. */
  #modules(stored: Ext, input: Ext): { readonly errors: readonly string[]; readonly warnings: readonly string[] } {
    const running = this.#running;
    const { hooks } = input;
    if (!running) return { errors: [], warnings: [] };
    const codes = new Set(running.flatMap(codesOf).map(plainCode));
    const missing = missingModules(planIn(input)?.data, codes);
    const modules = isObject(hooks) && isObject(hooks['modules']) ? hooks['modules'] : {};
    return {
      errors: rejectedByModules(modules, this.#config, running).map(
        ({ path, message }) => `${writtenAccountKey(stored, path)}: ${message}`,
      ),
      warnings: missing.map((line) => `${writtenAccountKey(stored, PLAN)}: ${line}`),
    };
  }
}

/** A stored object; empty if it is none. */
function objectIn(json: string): Ext {
  try {
    const stored: unknown = JSON.parse(json);
    return isObject(stored) ? stored : {};
  } catch {
    return {};
  }
}

/** All folders and files named by the settings. @param running the modules that the host starts; undefined: plans and settings of modules are not checked */
export function checkStoredFiles(config: HostConfig, running?: readonly ModuleDefinition[]): StoredCheck {
  const check = new Check(config, running);
  const { stored_requests, stored_video_req, stored_responses, accounts } = config;
  for (const section of [stored_requests, stored_video_req, stored_responses]) {
    const { enabled, directorypath, stored_requests_dir, stored_imps_dir, stored_responses_dir, profiles_dir } = section.filesystem;
    if (!enabled) continue;
    for (const name of ['request', 'imp', 'response', 'profile'] as const) check.folder(join(directorypath, FOLDER_NAMES[name]), false);
    for (const folder of [stored_requests_dir, stored_imps_dir, stored_responses_dir, profiles_dir])
      if (folder !== '') check.folder(folder, false);
  }
  if (accounts.filesystem.enabled) check.folder(join(accounts.filesystem.directorypath, FOLDER_NAMES.account), true);
  if (accounts.settings_filename !== '') check.yaml(accounts.settings_filename);
  const { errors, warnings, files } = check;
  return { errors: [...new Set(errors)], warnings: [...new Set(warnings)], files };
}
