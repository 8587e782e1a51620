/** Characters of header names and values (RFC 9110, section 5). */

/** A token. */
export const HEADER_NAME = /^[!#$%&'*+\-.^_`|~\w]+$/;

/** A control character other than a tab, or a character that is no byte. */
export const INVALID_HEADER_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
