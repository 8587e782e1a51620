/** Values of unchecked JSON as one type: of any other type they count as empty or missing. */
import type { Ext } from '#src/openrtb/ext.ts';
import { isObject } from './merge.ts';

/** The value if it is a string, else `''`. */
export const string = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The value if it is a string with characters. */
export const nonEmptyString = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The value if it is a number, else 0. */
export const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The value if it is an object, else an empty one. */
export const object = (value: unknown): Ext => (isObject(value) ? value : {});

/** The value if it is a list, else an empty one. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The items of a list that are objects. */
export const objects = (value: unknown): Ext[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The items of a list that are strings. */
export const strings = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []);
