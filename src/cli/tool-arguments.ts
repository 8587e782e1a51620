/** Arguments of the tools beside `auctor`: bench, chaos, conformance, differential, fuzz. */
import { errorMessage } from '#src/lang/error-message.ts';
import { EXIT } from './command.ts';

/** The result of `read`; if it throws, the process ends with 2 and one line that names the tool. */
export function argumentsOrExit<T>(tool: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    console.error(`${tool}: ${errorMessage(cause)}`);
    return process.exit(EXIT.usage);
  }
}

/** @throws Error for names that are not among `known`; `kind`: what they name */
export function checkNames(kind: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`unknown ${kind} ${unknown.join(', ')}; there are ${known.join(', ')}`);
}
