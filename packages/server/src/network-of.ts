/**
 * The network of an address, for limits: whoever has one address of IPv6 has as many as they like. A provider gives a home
 * a /56 or more of them, and a whole address of IPv4.
 * @param octets - how many of an address of IPv4 tell networks apart
 * @param bits - how many of one of IPv6, a multiple of 4
 */
export function networkOf(address: string, { octets = 4, bits = 56 } = {}): string {
  // Some proxies name the port as well.
  const plain = /^\[([^\]]+)\]/.exec(address)?.[1] ?? address;
  const ofFour = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(plain)?.[1];
  if (ofFour !== undefined) return ofFour.split('.').slice(0, octets).join('.');
  if (!plain.includes(':')) return plain;
  const [head = [], tail] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: tail ? Math.max(0, 8 - head.length - tail.length) : 0 }, () => '0');
  const groups = [...head, ...zeros, ...(tail ?? [])].map((group) => Number.parseInt(group, 16));
  const digits = groups.map((group) => group.toString(16).padStart(4, '0')).join('');
  const [, ...mapped] = /^0{20}ffff(..)(..)(..)(..)$/.exec(digits) ?? [];
  const bytes = mapped.slice(0, octets).map((byte) => Number.parseInt(byte, 16));
  return bytes.length > 0 ? bytes.join('.') : digits.slice(0, bits / 4);
}
