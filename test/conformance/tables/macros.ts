/** Topic `macros`: values of tracker macros. */
import { fillMacros, type MacroValues, requestMacros, truncateWidth } from '#src/vast/macros.ts';
import type { Row } from '../suites/tables.ts';

/** As a template gets it, without its escapes. */
const macroValue = (values: MacroValues, name: string): string =>
  decodeURIComponent(fillMacros(`##${name}##`, values).replaceAll('+', ' '));

export function run({ in: given }: Row): Record<string, unknown> {
  if (given['op'] === 'truncate') return { text: truncateWidth(String(given['text'] ?? ''), Number(given['width'] ?? 0)) };
  const values = requestMacros((given['request'] ?? {}) as object);
  return given['op'] === 'get' ? { value: macroValue(values, String(given['name'] ?? '')) } : { values };
}
