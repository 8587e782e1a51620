/**
 * A map for many strings of which few are looked up again, such as ids of cached bids. V8's `Map` first searches a new key in its table of all
 * strings and adds it there, which costs most of an insertion; this one has hashes of its own. They depend on secrets of the process, so that
 * callers that choose keys cannot make them collide.
 */
import { randomFillSync } from 'node:crypto';

const [START = 0, SECRET = 0] = randomFillSync(new Int32Array(2));
/** Odd, so that a product depends on every bit. */
const FACTOR = SECRET | 1;

const MIN_PLACES = 16;
/** Of a place without an entry. */
const FREE = -1;

function hashOf(key: string): number {
  let hash = START;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), FACTOR);
  // The lower bits of a product depend only on lower bits.
  hash = Math.imul(hash ^ (hash >>> 15), FACTOR);
  return hash ^ (hash >>> 16);
}

export class StringMap<Value> {
  /** Entries in their order; a removed one has no value. */
  readonly #keys: string[] = [];
  readonly #values: (Value | undefined)[] = [];
  #hashes = new Int32Array(MIN_PLACES / 2);
  /** Numbers of entries: each is at the first free place from its hash on. */
  #places = new Int32Array(MIN_PLACES).fill(FREE);
  #removed = 0;

  get size(): number {
    return this.#keys.length - this.#removed;
  }

  get(key: string): Value | undefined {
    const number = this.#search(key, hashOf(key));
    return number === FREE ? undefined : this.#values[number];
  }

  /** Replaces the entry of the same key. */
  set(key: string, value: Value): void {
    const hash = hashOf(key);
    const number = this.#search(key, hash);
    if (number === FREE) this.#add(key, value, hash);
    else this.#values[number] = value;
  }

  delete(key: string): void {
    const number = this.#search(key, hashOf(key));
    if (number === FREE) return;
    // Its place remains in use: entries behind it are found across it.
    this.#keys[number] = '';
    this.#values[number] = undefined;
    this.#removed++;
  }

  /** The number of an entry, or `FREE`. */
  #search(key: string, hash: number): number {
    const mask = this.#places.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const number = this.#places[place] as number;
      if (number === FREE) return FREE;
      if (this.#hashes[number] === hash && this.#keys[number] === key && this.#values[number] !== undefined) return number;
    }
  }

  #add(key: string, value: Value, hash: number): void {
    const number = this.#keys.length;
    if (number === this.#hashes.length) this.#grow();
    this.#keys.push(key);
    this.#values.push(value);
    this.#hashes[number] = hash;
    this.#occupy(number, hash);
  }

  #occupy(number: number, hash: number): void {
    const mask = this.#places.length - 1;
    let place = hash & mask;
    while (this.#places[place] !== FREE) place = (place + 1) & mask;
    this.#places[place] = number;
  }

  /** Twice the capacity: at most half of the places are in use. */
  #grow(): void {
    const hashes = this.#hashes;
    this.#hashes = new Int32Array(2 * hashes.length);
    this.#hashes.set(hashes);
    this.#places = new Int32Array(2 * this.#places.length).fill(FREE);
    for (const [number, hash] of hashes.entries()) this.#occupy(number, hash);
  }
}
