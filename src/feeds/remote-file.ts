/**
 * A file kept up to date from an address: fetched to a temporary path, checked, then renamed. The temporary file is also the lock: of the
 * processes of a host one fetches, the others load what it stored.
 */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Agent, interceptors, request } from 'undici';
import { withoutSecrets } from '#src/config/secrets.ts';
import { hasCode } from '#src/lang/has-code.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';

/** Min ms between two looks at a file that another process fetches. */
const MIN_WAIT_MS = 100;

/** The address in messages: those of vendors contain a license key. */
const shown = (url: string): string => withoutSecrets(url, '***');

export interface RemoteFileOptions {
  readonly url: string;
  /** Path of the stored file, and of the file during a fetch. */
  readonly path: string;
  readonly temporaryPath: string;
  /** Further attempts after a failed fetch, and ms between them. */
  readonly retries: number;
  readonly retryMs: number;
  /** Timeout of a fetch, ms. */
  readonly timeoutMs: number;
  /** ms between updates; 0: the file is fetched only if it is missing. */
  readonly updateMs: number;
  /** Updates compare the size first. */
  readonly checksSize: boolean;
  readonly connectTimeoutMs: number;
  readonly maxRedirects: number;
}

export interface RemoteFileEnv {
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Loads a file. @throws Error if its content is invalid */
  readonly load: (path: string) => Promise<void>;
}

export class RemoteFile {
  readonly #options: RemoteFileOptions;
  readonly #env: RemoteFileEnv;
  readonly #agent: Agent;
  readonly #stopping = new AbortController();
  /** Modification time of the loaded file, epoch ms. */
  #loadedAt = 0;

  constructor(options: RemoteFileOptions, env: RemoteFileEnv) {
    this.#options = options;
    this.#env = env;
    this.#agent = new Agent({ connect: { timeout: options.connectTimeoutMs } });
  }

  /** Loads the stored file, or fetches it; then updates it until `stop`. Resolves after the first load or failure. Never rejects. */
  async start(): Promise<void> {
    if (!(await this.#loadStored())) await this.#fetchWithRetries();
    void this.#update();
  }

  stop(): void {
    this.#stopping.abort();
    void this.#agent.destroy();
  }

  async #update(): Promise<void> {
    const { updateMs } = this.#options;
    while (updateMs > 0 && (await this.#pause(updateMs))) {
      if (!(await this.#loadStored()) && !(await this.#hasSameSize())) await this.#fetchWithRetries();
    }
  }

  /** Loads the stored file if it is newer than the loaded one. */
  async #loadStored(): Promise<boolean> {
    const { path } = this.#options;
    try {
      const { mtimeMs } = await stat(path);
      if (mtimeMs <= this.#loadedAt) return false;
      await this.#env.load(path);
      this.#loadedAt = mtimeMs;
      return true;
    } catch (cause) {
      if (!hasCode(cause, 'ENOENT')) this.#env.log.warn({ failure: cause, path }, 'loading a stored file failed');
      return false;
    }
  }

  /** Whether the remote file has the size of the stored one; false if unknown. */
  async #hasSameSize(): Promise<boolean> {
    if (!this.#options.checksSize) return false;
    try {
      const { headers } = await this.#request('HEAD');
      const { size } = await stat(this.#options.path);
      return Number(headers['content-length']) === size;
    } catch {
      return false;
    }
  }

  async #fetchWithRetries(): Promise<void> {
    const { url, retries, retryMs } = this.#options;
    for (let attempt = 0; attempt <= retries && !this.#stopping.signal.aborted; ) {
      let pauseMs = retryMs;
      try {
        if (await this.#fetch()) return;
        pauseMs = Math.max(retryMs, MIN_WAIT_MS);
      } catch (cause) {
        attempt++;
        if (!this.#stopping.signal.aborted) this.#env.log.warn({ failure: cause, url: shown(url), attempt }, 'fetching a file failed');
        if (attempt > retries) return;
      }
      await this.#pause(pauseMs);
      if (await this.#loadStored()) return;
    }
  }

  /** @returns false while another process fetches the file. @throws Error if the fetch fails, or the file is invalid */
  async #fetch(): Promise<boolean> {
    const { url, path, temporaryPath } = this.#options;
    if (!(await this.#lock())) return false;
    try {
      const { body } = await this.#request('GET');
      const file = await open(temporaryPath, constants.O_WRONLY | constants.O_TRUNC);
      await pipeline(body, file.createWriteStream());
      await this.#env.load(temporaryPath);
      await move(temporaryPath, path);
      this.#loadedAt = (await stat(path)).mtimeMs;
      this.#env.log.info({ url: shown(url), path }, 'fetched a file');
      return true;
    } catch (cause) {
      await rm(temporaryPath, { force: true });
      throw cause;
    }
  }

  /** Creates the temporary file; one older than a fetch may take is left from a process that ended. */
  async #lock(): Promise<boolean> {
    const { temporaryPath, timeoutMs } = this.#options;
    try {
      await mkdir(dirname(temporaryPath), { recursive: true });
      await (await open(temporaryPath, 'wx')).close();
      return true;
    } catch (cause) {
      if (!hasCode(cause, 'EEXIST')) throw cause;
      const { mtimeMs } = await stat(temporaryPath);
      if (this.#env.clock.now() - mtimeMs > timeoutMs) await rm(temporaryPath, { force: true });
      return false;
    }
  }

  /** @throws Error for a status other than 200 */
  async #request(method: 'GET' | 'HEAD') {
    const { url, timeoutMs, maxRedirects } = this.#options;
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), this.#stopping.signal]);
    const dispatcher = maxRedirects > 0 ? this.#agent.compose(interceptors.redirect({ maxRedirections: maxRedirects })) : this.#agent;
    const response = await request(url, { method, signal, dispatcher, headersTimeout: 0, bodyTimeout: 0 });
    if (response.statusCode === 200) return response;
    await response.body.dump();
    throw new Error(`${shown(url)} responded with status ${response.statusCode}`);
  }

  /** @returns whether to continue: false after `stop` */
  #pause(ms: number): Promise<boolean> {
    const { signal } = this.#stopping;
    return new Promise((resolve) => {
      const end = (): void => {
        cancel();
        signal.removeEventListener('abort', end);
        resolve(!signal.aborted);
      };
      const cancel = this.#env.clock.after(ms, end);
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
    });
  }
}

/** The file has its name only when it is complete; the paths may be of different file systems. */
async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await rename(from, to);
  } catch (cause) {
    if (!hasCode(cause, 'EXDEV')) throw cause;
    const copy = `${to}.${process.pid}-${randomUUID()}`;
    await copyFile(from, copy);
    await rename(copy, to);
    await rm(from);
  }
}
