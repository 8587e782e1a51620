/** Topic `macros`: values of tracker macros. */
import { cutText, macroValue, requestMacros } from '#src/auction/vast/macros.ts';
import type { Row } from '../suites/tables.ts';

export function run({ in: given }: Row): Record<string, unknown> {
  if (given['op'] === 'truncate') return { text: cutText(String(given['text']), Number(given['width'])) };
  const values = requestMacros((given['request'] ?? {}) as object);
  return given['op'] === 'get' ? { value: macroValue(values, String(given['name'])) } : { values };
}
