/** The contract of currency conversion. */
import type { Result } from '#src/lang/result.ts';

/** An amount in another currency. */
export type Conversion = (amount: number) => number;

/**
 * The conversion of an auction's amounts from one currency to another, or the message if there is no rate. All amounts share the result:
 * nothing is allocated per bid.
 */
export type Converter = (from: string, to: string) => Result<Conversion>;

const identity = { value: (amount: number): number => amount } as const;

/** Between equal currencies. */
export const unchanged = (): Result<Conversion> => identity;
