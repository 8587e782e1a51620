/** The stores a host's settings ask for, opened. */
import type { AccountService, StoredData, StoredKind } from '#src/auction/services.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { Log } from '#src/outside/log.ts';
import type { Ext } from '#src/wire/ext.ts';
import { createAccounts } from './accounts.ts';
import { createYamlAccounts } from './accounts-yaml.ts';
import { loadDefaultRequest } from './default-request.ts';
import { createFileStore, foldersBelow } from './files.ts';
import type { Store, StoreKind } from './store.ts';
import { createStoredData } from './stored-data.ts';

export interface OpenStores {
  readonly stored: StoredData;
  readonly accounts: AccountService;
  readonly defaultRequest: Ext | undefined;
  close(): void;
}

/** Where each kind is configured. */
const SECTIONS: { readonly [kind in StoredKind]: 'stored_requests' | 'stored_video_req' | 'stored_responses' } = {
  request: 'stored_requests',
  amp: 'stored_requests',
  imp: 'stored_requests',
  profile: 'stored_requests',
  video: 'stored_video_req',
  response: 'stored_responses',
};

/**
 * Opens files and accounts; folders that are not there hold nothing.
 * @param more stores asked after the files (memory for demonstrations, databases, HTTP services), each for any kind
 */
export async function openStores(config: HostConfig, clock: Clock, log: Log, more: readonly Store[] = []): Promise<OpenStores> {
  const defaultRequest = await loadDefaultRequest(config);
  const opened: Store[] = [...more];
  const files = async (section: { enabled: boolean; directorypath: string; watch: boolean }, kinds: readonly StoreKind[]) => {
    if (!section.enabled) return [];
    const store = await createFileStore({ folders: foldersBelow(section.directorypath, kinds), watch: section.watch, clock, log });
    opened.push(store);
    return [store];
  };
  const bySection = {
    stored_requests: await files(config.stored_requests.filesystem, ['request', 'amp', 'imp', 'profile']),
    stored_video_req: await files(config.stored_video_req.filesystem, ['video']),
    stored_responses: await files(config.stored_responses.filesystem, ['response']),
  };
  const accounts: Store[] = await files(config.accounts.filesystem, ['account']);
  const { watch } = config.accounts.filesystem;
  if (config.accounts.settings_filename !== '')
    accounts.push(await createYamlAccounts(config.accounts.settings_filename, { watch, clock, log }));
  const { enabled, directorypath } = config.category_mapping.filesystem;
  const categories = enabled ? [await createFileStore({ folders: {}, categories: directorypath, watch, clock, log })] : [];
  opened.push(...accounts, ...categories);
  return {
    stored: createStoredData({
      stores: (kind) => [...bySection[SECTIONS[kind]], ...more],
      categories: [...categories, ...more],
      variant: config.variant,
    }),
    accounts: createAccounts([...accounts, ...more], config.account_defaults),
    defaultRequest,
    close: () => {
      for (const store of opened) store.close?.();
    },
  };
}
