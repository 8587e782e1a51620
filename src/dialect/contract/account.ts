/** Messages about accounts, and which requests may have none. */
export interface AccountDialect {
  /** The message for an account id the host blocks. */
  blocked(id: string): string;
  /** The message for a request without a required account; undefined: it names one. */
  missing(id: string): string | undefined;
  /** The messages for an unknown but required account; undefined: the host's defaults apply. */
  unknown(id: string, errors: readonly string[], disabledByDefault: boolean): string[] | undefined;
  /** The message for a disabled account. */
  disabled(id: string): string;
}
