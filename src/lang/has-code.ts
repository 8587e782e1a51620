/** Whether an exception is an error of a system call with this code, for example `ENOENT`. */
export const hasCode = (cause: unknown, code: string): boolean => cause instanceof Error && 'code' in cause && cause.code === code;
