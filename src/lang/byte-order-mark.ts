/** The text without the byte order mark that some editors and servers put before JSON; a parser may ignore it (RFC 8259, 8.1). */
export const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);
