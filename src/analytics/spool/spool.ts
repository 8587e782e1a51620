/**
 * Events on disk between the auctions and one sink: segments of records, oldest first. A record is deleted only after its delivery, or with
 * the oldest segment when the spool is full. One process writes and reads; segments of ended processes are taken over.
 */
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#src/platform/clock.ts';
import { claimOrphans, RENEW_MS, renew, resign, segmentName } from './owners.ts';
import { encodeRecord, type SpoolRecord } from './record.ts';
import { Segment, type Taken } from './segment.ts';

export interface SpoolSettings {
  /** Folder of this sink. */
  readonly folder: string;
  /** Max bytes of all segments of this process. */
  readonly maxBytes: number;
  /** A segment ends when it reaches this size, bytes. */
  readonly segmentBytes: number;
  /** When written data is forced to the disk; `never` leaves it to the system. */
  readonly fsync: 'always' | 'interval' | 'never';
  readonly fsyncMs: number;
}

/** Events of a spool for its owner. */
export interface SpoolListener {
  /** Records were written, taken over, delivered or dropped. */
  changed(): void;
  written(records: number): void;
  /** Records were lost: the spool was full, or the disk rejected them. */
  lost(why: 'dropped' | 'failed', records: number): void;
  /** A file has an unreadable end: its process or machine ended while writing. */
  corrupt(path: string, bytes: number): void;
  failed(cause: unknown): void;
}

export class Spool {
  readonly #settings: SpoolSettings;
  readonly #clock: Clock;
  readonly #listener: SpoolListener;
  readonly #owner = `${process.pid}-${randomBytes(6).toString('hex')}`;
  /** Oldest first; only the last may still grow. */
  #segments: Segment[] = [];
  #created = 0;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #isDirty = false;
  #isClosed = false;
  /** All work on files, one after the other. */
  #work: Promise<void>;
  readonly #timers = new Map<string, () => void>();

  constructor(settings: SpoolSettings, clock: Clock, listener: SpoolListener) {
    this.#settings = settings;
    this.#clock = clock;
    this.#listener = listener;
    this.#work = mkdir(settings.folder, { recursive: true }).then(
      () => undefined,
      (cause: unknown) => listener.failed(cause),
    );
    this.#every('owner', RENEW_MS, () => this.#claim());
    if (settings.fsync === 'interval') this.#every('fsync', settings.fsyncMs, () => this.#sync());
    void this.#queue(() => this.#claim());
  }

  /** Events not yet written. */
  get pending(): { readonly count: number; readonly bytes: number } {
    return { count: this.#pending.length, bytes: this.#pendingBytes };
  }

  /** Written events not yet taken. */
  get unread(): { readonly count: number; readonly bytes: number } {
    let [count, bytes] = [0, 0];
    for (const segment of this.#segments) {
      count += segment.unread;
      bytes += segment.unreadBytes;
    }
    return { count, bytes };
  }

  /** Adds an event; it is written with others as soon as the disk is free. */
  put(record: SpoolRecord): void {
    const bytes = encodeRecord(record);
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pending.length === 1) void this.#queue(() => this.#write());
  }

  /** The oldest events that were not taken yet, at most `count` and about `bytes`, from one segment; undefined: there are none. */
  async take(count: number, bytes: number): Promise<Taken | undefined> {
    return await this.#queue(async () => {
      for (const segment of [...this.#segments]) {
        const taken = segment.unreadBytes > 0 ? await segment.take(count, bytes) : undefined;
        if (taken) return taken;
        await this.#removeDelivered();
      }
      return undefined;
    });
  }

  /** Ends taken events: delivered, or given up by their sink. */
  async confirm(taken: Taken): Promise<void> {
    await this.#queue(async () => {
      await taken.segment.confirm(taken);
      await this.#removeDelivered();
    });
  }

  /** Resolves when everything put so far is written. */
  async flush(): Promise<void> {
    await this.#queue(async () => undefined);
  }

  /** Writes what is pending and closes all files; undelivered events stay for the next process. */
  async close(): Promise<void> {
    for (const cancel of this.#timers.values()) cancel();
    await this.#queue(async () => {
      this.#isClosed = true;
      if (this.#settings.fsync !== 'never') await this.#sync();
      for (const segment of this.#segments) await (segment.isDelivered ? segment.remove() : segment.close());
      await resign(this.#settings.folder, this.#owner);
    });
  }

  /** Runs after all earlier work; a failure is reported and does not end the queue. */
  #queue<T>(step: () => Promise<T>): Promise<T | undefined> {
    const done = this.#work.then(step).catch((cause: unknown) => {
      this.#listener.failed(cause);
      return undefined;
    });
    this.#work = done.then(() => this.#listener.changed());
    return done;
  }

  #every(name: string, ms: number, step: () => Promise<void>): void {
    const retryLater = (): void => {
      this.#timers.set(
        name,
        this.#clock.after(ms, () => void this.#queue(step).then(() => (this.#isClosed ? undefined : retryLater()))),
      );
    };
    retryLater();
  }

  async #write(): Promise<void> {
    const records = this.#pending;
    const bytes = Buffer.concat(records, this.#pendingBytes);
    this.#pending = [];
    this.#pendingBytes = 0;
    try {
      const segment = await this.#current(bytes.length);
      await segment.append(bytes, records.length);
      this.#isDirty = true;
      if (this.#settings.fsync === 'always') await this.#sync();
      this.#listener.written(records.length);
    } catch (cause) {
      this.#listener.lost('failed', records.length);
      throw cause;
    }
    await this.#trim();
  }

  /** The segment that takes `bytes` more. */
  async #current(bytes: number): Promise<Segment> {
    const last = this.#segments.at(-1);
    if (last && !last.isSealed && last.written + bytes <= this.#settings.segmentBytes) return last;
    await this.#sync();
    if (last) last.isSealed = true;
    const segment = await Segment.create(join(this.#settings.folder, segmentName(this.#clock.now(), this.#created++, this.#owner)));
    this.#segments.push(segment);
    return segment;
  }

  async #sync(): Promise<void> {
    const last = this.#segments.at(-1);
    if (!this.#isDirty || !last || this.#settings.fsync === 'never') return;
    this.#isDirty = false;
    await last.sync();
  }

  /** Drops the oldest segments above the limit. */
  async #trim(): Promise<void> {
    let bytes = this.#segments.reduce((sum, { written }) => sum + written, 0);
    while (bytes > this.#settings.maxBytes && this.#segments.length > 1) {
      const oldest = this.#segments.shift();
      if (!oldest) return;
      bytes -= oldest.written;
      if (oldest.unread > 0) this.#listener.lost('dropped', oldest.unread);
      await oldest.remove();
    }
  }

  async #removeDelivered(): Promise<void> {
    const done = this.#segments.filter((segment) => segment.isDelivered && (segment.isSealed || segment.isRemoved));
    if (done.length === 0) return;
    this.#segments = this.#segments.filter((segment) => !done.includes(segment));
    // One that cannot be deleted does not keep the others open; the queue reports it.
    const [failure] = (await Promise.allSettled(done.map((segment) => segment.remove()))).filter(({ status }) => status === 'rejected');
    if (failure) throw (failure as PromiseRejectedResult).reason;
  }

  /** Renews the claim on the own segments and takes over those of ended processes. */
  async #claim(): Promise<void> {
    if (this.#isClosed) return;
    const { folder } = this.#settings;
    const now = this.#clock.now();
    await renew(folder, this.#owner, now);
    const found: Segment[] = [];
    for (const path of await claimOrphans(folder, this.#owner, now)) {
      try {
        const { segment, corruptBytes } = await Segment.reopen(path);
        if (corruptBytes > 0) this.#listener.corrupt(path, corruptBytes);
        found.push(segment);
      } catch (cause) {
        this.#listener.failed(cause);
      }
    }
    this.#segments.unshift(...found);
    await this.#removeDelivered();
    await this.#trim();
  }
}
