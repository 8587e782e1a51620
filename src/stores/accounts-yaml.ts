/** Accounts in one YAML file (`accounts:` with a list), in the Java variant's format; reloaded when the file changes. */
import { basename, dirname } from 'node:path';
import { parse } from 'yaml';
import { isObject } from '#src/json/merge.ts';
import { NONE, type Store } from './store.ts';
import type { FolderOptions } from './watched-folder.ts';
import { WatchedFolder } from './watched-folder.ts';

/**
 * JSON of the accounts by id.
 * @param report accounts that are left out, and why
 * @throws Error with the parser's message for invalid YAML, or if there is no list
 */
export function accountsOfYaml(text: string, report: (line: string) => void = () => {}): Map<string, string> {
  const document: unknown = parse(text, { logLevel: 'error' });
  const list = (isObject(document) ? document['accounts'] : document) ?? [];
  if (!Array.isArray(list) || list === document) throw new Error('must have a list of accounts under `accounts`');
  const accounts = new Map<string, string>();
  for (const [i, account] of list.entries()) {
    const id = isObject(account) ? account['id'] : undefined;
    if (id === undefined || id === null) {
      report(`accounts[${i}] has no id and is left out`);
      continue;
    }
    if (accounts.has(String(id))) report(`account ${String(id)} is there more than once; the last one counts`);
    accounts.set(String(id), JSON.stringify(account));
  }
  return accounts;
}

/** Observes the file until `close`; while it is invalid YAML, the last valid state remains. */
export async function createYamlAccounts(path: string, options: Omit<FolderOptions, 'path' | 'idOf'>): Promise<Store & { close(): void }> {
  const name = basename(path);
  const folder = await WatchedFolder.open({ ...options, path: dirname(path), idOf: (file) => (file === name ? file : undefined) });
  let read: string | undefined;
  let accounts = new Map<string, string>();
  const current = (): Map<string, string> => {
    const text = folder.get(name);
    if (text === read) return accounts;
    read = text;
    try {
      accounts = text === undefined ? new Map() : accountsOfYaml(text, (line) => options.log.warn({ path }, line));
    } catch (cause) {
      options.log.error({ failure: cause, path }, 'reading the accounts file failed');
    }
    return accounts;
  };
  current();
  return {
    fetch(kind, ids) {
      if (kind !== 'account') return NONE;
      const found = current();
      return { documents: new Map(ids.flatMap((id) => (found.has(id) ? [[id, found.get(id) ?? '']] : []))), errors: [] };
    },
    close: () => folder.close(),
  };
}
