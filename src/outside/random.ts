/** Chance as the house sees it; tests pin it. */
import { randomBytes, randomUUID } from 'node:crypto';

export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** UUID version 4, lower case. */
  uuid(): string;
  /** Whole number below 2^63. */
  bits63(): bigint;
}

export const systemRandom: Random = {
  next: () => Math.random(),
  uuid: () => randomUUID(),
  bits63: () => BigInt.asUintN(63, randomBytes(8).readBigUInt64BE()),
};
