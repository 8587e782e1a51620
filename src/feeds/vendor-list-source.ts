/** Sources of vendor lists: the local folder, the publisher's archive, a fallback file. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HostConfig } from '#src/config/schema.ts';
import { withoutMark } from '#src/lang/byte-order-mark.ts';
import { hasCode } from '#src/lang/has-code.ts';
import type { FetchBody } from '#src/net/fetch-body.ts';
import type { Log } from '#src/platform/log.ts';
import type { VendorList } from '#src/privacy/vendor-list.ts';
import { parseVendorList } from './vendor-list-file.ts';

/** A list is identified by its specification and version. */
export interface ListName {
  readonly spec: 2 | 3;
  readonly version: number;
}

/** The archive does not have this list: no retry soon. */
export class NoSuchList extends Error {}

/** Without a memory cache; that is `vendor-lists.ts`. */
export interface VendorListSource {
  /** From the folder; undefined if absent. Never rejects. */
  read(name: ListName): Promise<VendorList | undefined>;
  /** From the archive, stored in the folder. @throws NoSuchList, or any Error of a temporary kind */
  fetch(name: ListName): Promise<VendorList>;
  /** The newest published list, stored in the folder. @throws Error */
  fetchLive(): Promise<VendorList>;
  /** The newest list of the startup folder; undefined if there is none. Never rejects. */
  startup(): Promise<VendorList | undefined>;
  /** The fallback file for unavailable lists of `spec`. Never rejects. */
  fallback(spec: 2 | 3): Promise<VendorList | undefined>;
  /** Versions of the lists in the folder, newest first. Never rejects. */
  stored(spec: 2 | 3): Promise<number[]>;
}

const MAX_BYTES = 16 * 1024 * 1024;
const NOT_FOUND = [403, 404, 410];

export interface VendorListEnv {
  readonly fetchBody: FetchBody;
  readonly log: Log;
  /** Folder for lists whose own folder is not set: `v2`, `v3` inside it; absent or empty: memory only. */
  readonly folder?: string | undefined;
  /** Receives every valid list from the network. */
  readonly fetched?: ((text: string, kind: 'archived' | 'newest') => void) | undefined;
}

const urlOf = (template: string, version: number): string => template.replace('{VERSION}', String(version));

/** The list of a file; undefined if there is no file, or no valid one, which is logged. */
async function load(path: string, log: Log): Promise<VendorList | undefined> {
  try {
    return parseVendorList(withoutMark(await readFile(path, 'utf8')));
  } catch (cause) {
    if (!hasCode(cause, 'ENOENT')) log.warn({ failure: cause, path }, 'invalid vendor list file');
    return undefined;
  }
}

/** A file is complete when it has its name. Processes of several containers may have the same number. */
async function store(path: string, text: string, log: Log): Promise<void> {
  const made = `${path}.${process.pid}-${randomUUID()}`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(made, text);
    await rename(made, path);
  } catch (cause) {
    await rm(made, { force: true }).catch(() => undefined);
    log.warn({ failure: cause, path }, 'storing a vendor list on disk failed');
  }
}

/** Names of the files in a folder; none if there is no folder, or no readable one, which is logged. */
async function filesIn(folder: string, log: Log): Promise<string[]> {
  if (folder === '') return [];
  try {
    return await readdir(folder);
  } catch (cause) {
    if (!hasCode(cause, 'ENOENT')) log.warn({ failure: cause, path: folder }, 'a folder of vendor lists is not readable');
    return [];
  }
}

/** The newest list among the files of a folder. */
async function newestIn(folder: string, log: Log): Promise<VendorList | undefined> {
  const names = (await filesIn(folder, log)).filter((name) => name.endsWith('.json'));
  const lists = await Promise.all(names.map((name) => load(join(folder, name), log)));
  return lists.filter((list) => list !== undefined).sort((a, b) => b.version - a.version)[0];
}

/** The versions that the files of a folder are named by, newest first. */
async function versionsIn(folder: string, log: Log): Promise<number[]> {
  const names = await filesIn(folder, log);
  const versions = names.flatMap((name) => (/^\d+\.json$/.test(name) ? [Number.parseInt(name, 10)] : []));
  return versions.sort((a, b) => b - a);
}

const fileOf = (folder: string, version: number): string => join(folder, `${version}.json`);

/** The body of a response with status 200. @throws NoSuchList if the server has no such list */
async function download(fetchBody: FetchBody, url: string, timeoutMs: number): Promise<string> {
  const { status, text } = await fetchBody(url, { timeoutMs, maxBytes: MAX_BYTES });
  if (NOT_FOUND.includes(status)) throw new NoSuchList(`${url} responded with status ${status}`);
  if (status !== 200) throw new Error(`${url} responded with status ${status}`);
  return text;
}

/** Sources from the host's settings. */
export function createVendorListSource(
  gdpr: HostConfig['gdpr'],
  { fetchBody, log, folder: common, fetched }: VendorListEnv,
): VendorListSource {
  const settings = (spec: 2 | 3) => gdpr.vendorlist[spec === 2 ? 'v2' : 'v3'];
  const folderOf = (spec: 2 | 3): string => settings(spec).cache_dir || (common ? join(common, `v${spec}`) : '');
  const timeoutMs = (spec: 2 | 3): number => gdpr.timeouts_ms.active_vendorlist_fetch || settings(spec).http_default_timeout_ms;

  const storeIn = async (folder: string, version: number, text: string): Promise<void> => {
    if (folder !== '') await store(fileOf(folder, version), text, log);
  };

  return {
    async read({ spec, version }) {
      const folder = folderOf(spec);
      return folder === '' ? undefined : load(fileOf(folder, version), log);
    },
    async fetch({ spec, version }) {
      const text = await download(fetchBody, urlOf(settings(spec).http_endpoint_template, version), timeoutMs(spec));
      const list = parseVendorList(text);
      fetched?.(text, 'archived');
      await storeIn(folderOf(spec), version, text);
      return list;
    },
    async fetchLive() {
      const limitMs = gdpr.timeouts_ms.init_vendorlist_fetches || settings(3).http_default_timeout_ms;
      const text = await download(fetchBody, gdpr.vendorlist.live.http_endpoint, limitMs);
      const list = parseVendorList(text);
      fetched?.(text, 'newest');
      await storeIn(folderOf(list.specVersion === 2 ? 2 : 3), list.version, text);
      return list;
    },
    startup: () => newestIn(gdpr.vendorlist.live.startup_cache_dir, log),
    async fallback(spec) {
      const { fallback_vendor_list_path: path } = settings(spec);
      return path === '' ? undefined : load(path, log);
    },
    stored: (spec) => versionsIn(folderOf(spec), log),
  };
}
