/** Sizes and durations in the ecosystem's notation: `2MB`, `900s`, `15m`, `2h`; a plain number is bytes or milliseconds. */

const BYTES: Readonly<Record<string, number>> = { b: 1, kb: 1000, kib: 1024, mb: 1e6, mib: 1024 * 1024, gb: 1e9, gib: 1024 * 1024 * 1024 };
const MILLIS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Bytes of a string such as `2MB` or `64 KiB`; undefined: invalid. */
export function toBytes(value: string | number): number | undefined {
  if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? value : undefined;
  const [, amount = '', unit = ''] = /^\s*(\d{1,12}(?:\.\d{1,6})?)\s*([a-z]{0,3})\s*$/i.exec(value) ?? [];
  const factor = BYTES[unit === '' ? 'b' : unit.toLowerCase()];
  return amount === '' || factor === undefined ? undefined : Math.round(Number(amount) * factor);
}

/** Milliseconds of a string such as `900s` or `1h30m`; undefined: invalid. */
export function toMillis(value: string | number): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined;
  const text = value.trim();
  if (/^\d{1,12}$/.test(text)) return Number(text);
  if (!/^(?:\d{1,9}(?:\.\d{1,6})?(?:ms|s|m|h))+$/.test(text)) return undefined;
  let millis = 0;
  for (const [, amount = '', unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)) millis += Number(amount) * (MILLIS[unit] ?? 0);
  return Math.round(millis);
}
