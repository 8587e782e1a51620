/** Prices and currencies in adapters. */
import type { Result } from '#src/lang/result.ts';
import type { RequestInfo } from '../bidder.ts';
import { generic } from '../errors.ts';
import type { FloorSpec, ImpPatch, SharedImp } from './spec.ts';

/** The amount in `to`, or the error message if there is no rate. */
export function converted({ convert }: RequestInfo, amount: number, from: string, to: string): Result<number> {
  const conversion = convert(from, to);
  return 'error' in conversion ? conversion : { value: conversion.value(amount) };
}

const UNCHANGED = { value: undefined } as const;

/**
 * The imp's floor in `to`, or the error message if there is no rate. No patch if there is no floor, no currency or the same one.
 */
export function floorIn(info: RequestInfo, imp: SharedImp, to: string): Result<ImpPatch | undefined> {
  const { bidfloor = 0, bidfloorcur = '' } = imp;
  if (bidfloor <= 0 || bidfloorcur === '' || bidfloorcur.toUpperCase() === to) return UNCHANGED;
  const amount = converted(info, bidfloor, bidfloorcur, to);
  return 'error' in amount ? amount : { value: { bidfloor: amount.value, bidfloorcur: to } };
}

/** A number in its shortest form without an exponent. */
export function plainNumber(value: number): string {
  const text = String(value);
  const [, sign = '', integerPart = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (integerPart === '') return text;
  const digits = `${integerPart}${fraction}`;
  const point = integerPart.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return point >= digits.length ? `${sign}${digits.padEnd(point, '0')}` : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** A `floor` in dollars; one that cannot be converted is an error of no class, with the converter's message. */
export const floorInDollars = { to: 'USD', error: (_: string, cause: string) => generic(cause) } as const satisfies FloorSpec;
