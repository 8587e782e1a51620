/** Stops the startup: invalid settings, one line each. */
export class ConfigError extends Error {
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(
      `the configuration has ${errors.length} error${errors.length === 1 ? '' : 's'}:\n${errors.map((error) => `  ${error}`).join('\n')}`,
    );
    this.errors = errors;
  }
}
