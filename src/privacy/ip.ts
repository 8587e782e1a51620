/** IP addresses truncated to a prefix. Text in, text out; written in canonical form (RFC 5952). */

const V4_PARTS = 4;
const V6_GROUPS = 8;

/** The address with all but its first `prefixBits` bits zeroed; '' for anything that is not an address. */
export function maskIp(address: string, prefixBits: number): string {
  if (address.includes(':')) {
    const groups = parseV6(address);
    return groups ? writeV6(maskParts(groups, 16, prefixBits)) : '';
  }
  const parts = parseV4(address);
  return parts ? maskParts(parts, 8, prefixBits).join('.') : '';
}

/** Retains the first bits of a list of numbers with `width` bits each. */
function maskParts(parts: number[], width: number, prefixBits: number): number[] {
  return parts.map((part, i) => {
    const retained = Math.min(Math.max(prefixBits - i * width, 0), width);
    return part & ~((1 << (width - retained)) - 1);
  });
}

function parseV4(text: string): number[] | undefined {
  const parts = text.split('.');
  if (parts.length !== V4_PARTS) return undefined;
  const numbers = parts.map((part) => (/^(0|[1-9]\d{0,2})$/.test(part) ? Number(part) : 256));
  return numbers.every((part) => part <= 255) ? numbers : undefined;
}

function parseV6(text: string): number[] | undefined {
  const halves = text.split('::');
  if (halves.length > 2 || text.length > 45) return undefined;
  const [head = '', tail] = halves;
  const before = parseGroups(head);
  const after = tail === undefined ? [] : parseGroups(tail);
  if (!before || !after) return undefined;
  const missing = V6_GROUPS - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  return [...before, ...Array.from({ length: missing }, () => 0), ...after];
}

/** Groups of hex digits; the last may be an IPv4 address. */
function parseGroups(text: string): number[] | undefined {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [i, part] of parts.entries()) {
    if (i === parts.length - 1 && part.includes('.')) {
      const [a = 0, b = 0, c = 0, d = 0] = parseV4(part) ?? [];
      if (!parseV4(part)) return undefined;
      groups.push(a * 256 + b, c * 256 + d);
    } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return groups;
}

function writeV6(groups: readonly number[]): string {
  const { start, length } = longestZeros(groups);
  const hex = (from: number, to: number): string =>
    groups
      .slice(from, to)
      .map((group) => group.toString(16))
      .join(':');
  return length < 2 ? hex(0, V6_GROUPS) : `${hex(0, start)}::${hex(start + length, V6_GROUPS)}`;
}

/** The first of the longest runs of zero groups. */
function longestZeros(groups: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  for (let start = 0; start < groups.length; start++) {
    let length = 0;
    while (groups[start + length] === 0) length++;
    if (length > best.length) best = { start, length };
    start += length;
  }
  return best;
}
