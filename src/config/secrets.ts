/** Options with values that must not leave the host: credentials in settings, those of modules included. */

/** Last names of such options. */
const SECRET = /(password|secret|token|api[_-]?key|access[_-]?key|auth[_-]?key|auth|license[_-]?key|^key)$/i;
/** An option with such a name that is not secret. */
const NOT_SECRET = /usersync\.key$/;

/** The last name of a dotted path. */
export const lastName = (option: string): string => option.slice(option.lastIndexOf('.') + 1);

/** Whether the value of an option is secret, by the last name of its path. */
export const isSecret = (option: string): boolean => !NOT_SECRET.test(option) && SECRET.test(lastName(option));

/** A parameter of a URL's query: its start and name; not one with a macro. */
const PARAMETER = /([?&]([^?&=#\s]+)=)[^?&#\s{}]+(?=[&#]|$)/g;

/** The text with the password of a URL and the secrets in its query replaced. */
export const withoutSecrets = (text: string, mask: string): string =>
  withoutPassword(text, mask).replace(PARAMETER, (parameter, start: string, name: string) =>
    SECRET.test(name) ? `${start}${mask}` : parameter,
  );

/** The text with the password of a URL replaced, also of one without a scheme (`name:password@proxy:3128`). */
export const withoutPassword = (text: string, mask: string): string =>
  text.replace(/^((?:\w[\w+.-]*:\/\/)?[^/@:]*):[^/@]*@/, (_, start: string) => `${start}:${mask}@`);
