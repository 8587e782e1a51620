/** Databases in MaxMind's format: plain, compressed with gzip, or in a compressed tar archive, as that vendor publishes them. */
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** The record of an address; undefined: none. */
export type FindRecord = (ip: string) => unknown;

/** Marks the start of the metadata in such a file. */
const MARK = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');

const GZIP = Buffer.from([0x1f, 0x8b]);
const BLOCK = 512;
/** Types of regular files in a tar archive. */
const FILE_TYPES = new Set(['0', '\0']);
const unpack = promisify(gunzip);

/** @throws Error if the file is unreadable or not such a database */
export async function openMmdb(file: string): Promise<FindRecord> {
  const packed = await readFile(file);
  const content = packed.subarray(0, 2).equals(GZIP) ? databaseIn(await unpack(packed)) : packed;
  if (!content.includes(MARK)) throw new Error('not a MaxMind database');
  // Loaded only if configured.
  const { Reader } = await import('mmdb-lib');
  const database = new Reader(content);
  const { ipVersion } = database.metadata;
  return (ip) => (isIP(ip) === 4 || isIP(ip) === ipVersion ? database.get(ip) : undefined);
}

/** The database in a tar archive; content that is none is unchanged. */
function databaseIn(content: Buffer): Buffer {
  if (content.toString('latin1', 257, 262) !== 'ustar') return content;
  for (let at = 0; at + BLOCK <= content.length; ) {
    const name = content.toString('latin1', at, at + 100).split('\0', 1)[0] ?? '';
    const size = Number.parseInt(content.toString('latin1', at + 124, at + 136), 8) || 0;
    const begin = at + BLOCK;
    // Entries of other types describe the next one, and may have its name.
    if (name.endsWith('.mmdb') && FILE_TYPES.has(content.toString('latin1', at + 156, at + 157)))
      return content.subarray(begin, begin + size);
    at = begin + Math.ceil(size / BLOCK) * BLOCK;
  }
  throw new Error('the archive has no .mmdb file');
}
