/** Classes of errors in the log: operators filter by them, and only a bug needs a stack trace. */

export type ErrorClass = 'timeout' | 'network' | 'system' | 'settings' | 'service' | 'bug';

const TIMEOUTS = /^(ETIMEDOUT|UND_ERR_\w*TIMEOUT|ERR_TLS_HANDSHAKE_TIMEOUT)$/;
const NETWORK =
  /^(ECONN\w+|ENOTFOUND|EAI_\w+|EPIPE|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EPROTO|UND_ERR_\w+|ERR_TLS_\w+|CERT_\w+|DEPTH_ZERO\w+|SELF_SIGNED\w+|UNABLE_TO\w+)$/;
const SYSTEM = /^(E[A-Z]{2,}|ERR_FS_\w+)$/;
/** The language's own errors: something in the code is wrong. `SyntaxError` is not one: it says that a service's JSON is malformed. */
const BUGS: ReadonlySet<string> = new Set(['TypeError', 'ReferenceError', 'RangeError', 'AssertionError']);

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** What an error wraps: the first of several errors, or its cause. */
const wrappedBy = (error: Error): unknown => (error instanceof AggregateError ? (error.errors[0] ?? error.cause) : error.cause);

/** Codes of wrapped errors count as well: the platform's fetch wraps them. */
function codesOf(error: Error): string[] {
  const codes = [codeOf(error)];
  const wrapped = wrappedBy(error);
  if (wrapped instanceof Error) codes.push(...codesOf(wrapped));
  return codes.filter((code) => code !== '');
}

/** The class of an error whose place in the code does not say whether it was expected. */
function errorClass(error: Error): ErrorClass {
  if (error.name === 'TimeoutError') return 'timeout';
  if (error.constructor.name === 'ConfigError') return 'settings';
  const codes = codesOf(error);
  const matching = ([pattern]: readonly [RegExp, ErrorClass]): boolean => codes.some((code) => pattern.test(code));
  const found = CLASSES.find(matching);
  return found?.[1] ?? 'bug';
}

const CLASSES: readonly (readonly [RegExp, ErrorClass])[] = [
  [TIMEOUTS, 'timeout'],
  [NETWORK, 'network'],
  [SYSTEM, 'system'],
];

export interface LoggedError {
  readonly class: ErrorClass;
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
}

/** Max messages of errors that wrap each other. */
const MAX_MESSAGES = 4;

/** The message, with those of the wrapped errors unless it contains them. */
function messageOf(error: Error, left = MAX_MESSAGES): string {
  const wrapped = wrappedBy(error);
  if (!(wrapped instanceof Error) || left === 1) return error.message;
  if (error.message === '') return messageOf(wrapped, left - 1);
  const isContained = wrapped.message !== '' && error.message.includes(wrapped.message);
  return isContained ? error.message : `${error.message.replace(/\.$/, '')}: ${messageOf(wrapped, left - 1)}`;
}

const described = (error: Error, kind: ErrorClass): LoggedError => {
  const [code] = codesOf(error);
  return { class: kind, type: error.constructor.name, message: messageOf(error), ...(code === undefined ? {} : { code }) };
};

/** Field `err`: a stack trace unless the error's class is expected while a server runs. */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const kind = errorClass(error);
  return kind === 'bug' ? { ...described(error, kind), stack: error.stack } : described(error, kind);
}

/** Field `failure`: what a service outside this process did; never a stack trace, unless the language itself complains. */
export function loggedFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const kind = errorClass(error);
  if (kind === 'bug') return BUGS.has(error.name) ? loggedError(error) : described(error, 'service');
  return described(error, kind);
}
