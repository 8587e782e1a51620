/** Real servers on ephemeral ports with data of their own in a temporary folder; tests start, pause, kill and restart them. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reservePort } from '#test/helpers/ports.ts';

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `holds` returns true, at most `ms`; then it is an error. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited ${ms} ms in vain: ${what}`);
    await sleep(20);
  }
}

export interface ServerOptions {
  readonly program: string;
  /** Arguments for listening on `port`. */
  readonly args: (port: number) => readonly string[] | Promise<readonly string[]>;
  /** System user; the current one if absent. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  readonly folder: string;
  /** Its output when it is ready. */
  readonly readyMessage: string;
  /** Max ms until it is ready. */
  readonly readyMs?: number;
  /** Signal that ends it at once, including its child processes. */
  readonly endSignal?: NodeJS.Signals;
}

export class Server {
  readonly port: number;
  readonly #options: ServerOptions;
  readonly #args: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(options: ServerOptions, port: number, args: readonly string[]) {
    this.port = port;
    this.#options = options;
    this.#args = args;
  }

  /** Starts it on a free port; on another one if the port was taken. */
  static async started(options: ServerOptions): Promise<Server> {
    for (let tries = 1; ; tries++) {
      const port = await reservePort();
      try {
        return await new Server(options, port, await options.args(port)).start();
      } catch (cause) {
        if (tries === 5 || !/in use|bind/i.test(String(cause))) throw cause;
      }
    }
  }

  async start(): Promise<this> {
    const { program, user, folder, readyMessage, readyMs } = this.#options;
    const child = spawn(program, this.#args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], ...user });
    let reported = '';
    let isReady = false;
    const listener = (chunk: Buffer): void => {
      reported = `${reported}${chunk}`.slice(-4000);
      isReady ||= reported.includes(readyMessage);
    };
    child.stdout.on('data', listener);
    child.stderr.on('data', listener);
    this.#process = child;
    const isListening = (): boolean => {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}:\n${reported}`);
      return isReady;
    };
    await until(`${program} listens on ${this.port}`, isListening, readyMs);
    return this;
  }

  /** Ends it at once, like a crash. */
  async kill(signal = this.#options.endSignal ?? 'SIGKILL'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** It stays connected and stops responding. */
  pause(): void {
    this.#signalAll('SIGSTOP');
  }

  resume(): void {
    this.#signalAll('SIGCONT');
  }

  /** The server and its connection processes. */
  #signalAll(signal: NodeJS.Signals): void {
    const pid = this.#process?.pid;
    if (pid === undefined || this.#process?.exitCode !== null || this.#process.signalCode !== null) return;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    for (const each of [pid, ...children.filter(Boolean).map(Number)]) {
      try {
        process.kill(each, signal);
      } catch {
        // One of its processes has just exited.
      }
    }
  }

  /** Ends it and removes its data. */
  async remove(): Promise<void> {
    this.resume();
    await this.kill();
    rmSync(this.#options.folder, { recursive: true, force: true });
  }
}

const idOf = (user: string, what: '-u' | '-g'): number => Number(execFileSync('id', [what, user], { encoding: 'utf8' }));

/** The system user of a server if tests run as root; undefined: the current user. */
const userFor = (name: string): { uid: number; gid: number } | undefined =>
  process.getuid?.() === 0 ? { uid: idOf(name, '-u'), gid: idOf(name, '-g') } : undefined;

export function newFolder(name: string, user?: { uid: number; gid: number }): string {
  const folder = mkdtempSync(join(tmpdir(), `auctor-${name}-`));
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

export const onPath = (program: string): string | undefined =>
  ['/usr/sbin', '/usr/local/sbin', ...(process.env['PATH'] ?? '').split(':')].map((folder) => join(folder, program)).find(existsSync);

function postgresFolder(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const [newest] = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = newest === undefined ? [] : [join(debian, newest, 'bin')];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

const programs = {
  postgres: postgresFolder(),
  mariadb: onPath('mariadbd'),
  redis: onPath('redis-server') ?? onPath('valkey-server'),
};

/** Why tests with these servers cannot run here; undefined: they can. */
export function missing(...names: readonly (keyof typeof programs)[]): string | undefined {
  const absent = names.filter((name) => programs[name] === undefined);
  return absent.length > 0 ? `not installed here: ${absent.join(', ')}` : undefined;
}

/** Files of a certificate and its key. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** Copies of a certificate and its key that a server's user may read. */
function ownFiles({ cert, key }: CertificateFiles, folder: string, user: { uid: number; gid: number } | undefined): CertificateFiles {
  const own = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  writeFileSync(own.cert, readFileSync(cert));
  writeFileSync(own.key, readFileSync(key), { mode: 0o600 });
  if (user) for (const path of Object.values(own)) chownSync(path, user.uid, user.gid);
  return own;
}

/** With TLS, users other than `postgres` need TLS and a password. */
const SECURE_HBA = 'host all postgres 127.0.0.1/32 trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n';

/** PostgreSQL with the user `postgres`, any password, and the empty database `postgres`. */
export async function startPostgres(tls?: CertificateFiles): Promise<Server> {
  const programsFolder = programs.postgres ?? '';
  const user = userFor('postgres');
  const folder = newFolder('postgres', user);
  const data = join(folder, 'data');
  const options = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--locale=C', '--encoding=UTF8'];
  execFileSync(join(programsFolder, 'initdb'), options, { cwd: folder, stdio: 'ignore', ...user });
  const own = tls && ownFiles(tls, folder, user);
  const secured = own ? { ssl: 'on', ssl_cert_file: own.cert, ssl_key_file: own.key } : {};
  if (own) writeFileSync(join(data, 'pg_hba.conf'), SECURE_HBA);
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync: 'off', shared_buffers: '16MB', ...secured };
  return Server.started({
    program: join(programsFolder, 'postgres'),
    args: (port) => ['-D', data, '-p', String(port), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    user,
    folder,
    endSignal: 'SIGQUIT',
    readyMessage: 'ready to accept connections',
  });
}

/** MariaDB without authentication, with the empty database `stored`. */
export async function startMariadb(tls?: CertificateFiles): Promise<Server> {
  const user = userFor('mysql');
  const folder = newFolder('mariadb', user);
  const data = join(folder, 'data');
  mkdirSync(join(data, 'stored'), { recursive: true });
  if (user) for (const path of [data, join(data, 'stored')]) chownSync(path, user.uid, user.gid);
  const own = tls && ownFiles(tls, folder, user);
  const options = {
    datadir: data,
    'bind-address': '127.0.0.1',
    socket: join(folder, 'socket'),
    'pid-file': join(folder, 'pid'),
    'character-set-server': 'utf8mb4',
    'innodb-log-file-size': '4M',
    'innodb-buffer-pool-size': '16M',
    'innodb-flush-log-at-trx-commit': '0',
    ...(own ? { 'ssl-cert': own.cert, 'ssl-key': own.key } : {}),
  };
  const named = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  const args = (port: number): string[] => ['--no-defaults', '--skip-grant-tables', `--port=${port}`, ...named];
  return Server.started({ program: programs.mariadb ?? '', args, user, folder, readyMessage: 'ready for connections' });
}

/** Redis or Valkey without persistence. @param more further command line options, made for each port it tries */
export async function startRedis(more: () => Promise<readonly string[]> = async () => []): Promise<Server> {
  const folder = newFolder('redis');
  const options = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  return Server.started({
    program: programs.redis ?? '',
    args: async (port) => ['--port', String(port), ...options, ...(await more())],
    folder,
    readyMessage: 'eady to accept connections',
  });
}

/** A sentinel that observes a master called `main`, and promotes a replica if the master is unavailable for half a second. */
export async function startSentinel(master: Server): Promise<Server> {
  const folder = newFolder('sentinel');
  const file = join(folder, 'sentinel.conf');
  const lines = [
    'bind 127.0.0.1',
    `dir ${folder}`,
    `sentinel monitor main 127.0.0.1 ${master.port} 1`,
    'sentinel down-after-milliseconds main 500',
    'sentinel failover-timeout main 2000',
  ];
  const args = (port: number): string[] => {
    writeFileSync(file, [`port ${port}`, ...lines].join('\n'));
    return [file, '--sentinel'];
  };
  return Server.started({ program: programs.redis ?? '', args, folder, readyMessage: '+monitor master' });
}
