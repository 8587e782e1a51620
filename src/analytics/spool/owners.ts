/**
 * Segments belong to one process. Each has a file `<owner>.owner` with its host, process and time, renewed while it runs; segments of a
 * process that ended are taken over by renaming them, which succeeds for one process only.
 */
import { readlinkSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { hasCode } from '#src/lang/has-code.ts';

/** Interval of renewal, and the age after which a process is taken as ended, ms. */
export const RENEW_MS = 5000;
const STALE_MS = 20_000;
/** Claims that find the same old note before its process counts as ended: after a jump of the clock the notes of all processes are old. */
const MIN_SIGHTINGS = 3;

/** Containers may share their host's name: numbers of processes mean something in one namespace of them only (Linux). */
function processNamespace(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}

const NAMESPACE = processNamespace();

interface OwnerNote {
  readonly host: string;
  readonly namespace?: string | undefined;
  readonly pid: number;
  readonly at: number;
}

const SEGMENT = /^(.+)\.([\w-]+)\.seg$/;

/** Owners of this process: after a restart in a container an ended process may have had the same number. */
const own = new Set<string>();

/** Old notes by owner: their time, and the number of claims that found it. */
const sightings = new Map<string, { readonly at: number; readonly times: number }>();

/** The name of a segment: names sort by age. @param createdAt epoch ms */
export const segmentName = (createdAt: number, number: number, owner: string): string =>
  `${String(createdAt).padStart(15, '0')}-${String(number).padStart(9, '0')}.${owner}.seg`;

const noteFile = (folder: string, owner: string): string => join(folder, `${owner}.owner`);

/** Declares or renews an owner. */
export async function renew(folder: string, owner: string, now: number): Promise<void> {
  own.add(owner);
  const note: OwnerNote = { host: hostname(), namespace: NAMESPACE, pid: process.pid, at: now };
  const [file, text] = [noteFile(folder, owner), JSON.stringify(note)];
  // Over the old one, of the same length: a full disk must not leave an empty note, which would release the segments.
  await writeFile(file, text, { flag: 'r+' }).catch(async (cause: unknown) => {
    if (!hasCode(cause, 'ENOENT')) throw cause;
    // Someone may have removed the folder.
    await mkdir(folder, { recursive: true });
    await writeFile(file, text);
  });
}

/** Ends the ownership: other processes may claim the segments that are left. */
export async function resign(folder: string, owner: string): Promise<void> {
  own.delete(owner);
  await unlink(noteFile(folder, owner)).catch(() => undefined);
}

/** Takes over all segments of ended processes; returns their paths, oldest first. */
export async function claimOrphans(folder: string, owner: string, now: number): Promise<string[]> {
  const names = (await readdir(folder)).sort();
  const ended = new Map<string, boolean>([[owner, false]]);
  const claimed: string[] = [];
  for (const name of names) {
    const [, stem = '', of = ''] = SEGMENT.exec(name) ?? [];
    if (of === '') continue;
    const isOrphan = ended.get(of) ?? (await hasEnded(folder, of, now));
    ended.set(of, isOrphan);
    const path = join(folder, `${stem}.${owner}.seg`);
    if (isOrphan && (await isRenamed(join(folder, name), path))) claimed.push(path);
  }
  const notes = names.filter((name) => name.endsWith('.owner')).map((name) => name.slice(0, -'.owner'.length));
  for (const of of notes) if (of !== owner && (ended.get(of) ?? (await hasEnded(folder, of, now)))) await resign(folder, of);
  return claimed;
}

/** False: another process was faster. */
async function isRenamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return false;
    throw cause;
  }
}

async function hasEnded(folder: string, owner: string, now: number): Promise<boolean> {
  if (own.has(owner)) return false;
  const note = await readNote(noteFile(folder, owner));
  if (!note) return true;
  const isHere = note.host === hostname() && (note.namespace ?? NAMESPACE) === NAMESPACE;
  if (isHere && (note.pid === process.pid || !isRunning(note.pid))) return true;
  return now - note.at > STALE_MS && isUnchanged(owner, note.at);
}

function isUnchanged(owner: string, at: number): boolean {
  const seen = sightings.get(owner);
  const times = seen?.at === at ? seen.times + 1 : 1;
  if (times >= MIN_SIGHTINGS) sightings.delete(owner);
  else sightings.set(owner, { at, times });
  return times >= MIN_SIGHTINGS;
}

async function readNote(file: string): Promise<OwnerNote | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as OwnerNote;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return !hasCode(cause, 'ESRCH');
  }
}
