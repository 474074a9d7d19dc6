import { crc32, deflateSync } from 'node:zlib';

export const text = (input: Buffer) => input.toString('utf8');
/** One input in four is repeated to 20,000 characters, the longest text of a claim: slow patterns need length. */
export const longText = (input: Buffer): string => {
  const once = text(input.subarray(1));
  return (input[0] ?? 0) % 4 === 0 && once.length > 0
    ? once.repeat(Math.ceil(20_000 / once.length)).slice(0, 20_000)
    : once;
};
export const jsonOr = (value: string): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

const MAGIC = Buffer.from('89504e470d0a1a0a', 'hex');
const chunk = (type: string, body: Buffer) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(body.length);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
};
const header = (width: number, height: number, tail: Buffer) => {
  const body = Buffer.alloc(13);
  body.writeUInt32BE(width);
  body.writeUInt32BE(height, 4);
  tail.copy(body, 8, 0, 5);
  return chunk('IHDR', body);
};
/** Bytes as a file: as they are; in chunks with sound checksums; or as the dots of a picture, compressed. */
export function asPng(input: Buffer): Buffer {
  const [mode = 0, width = 1, height = 1] = input;
  const rest = input.subarray(3);
  if (mode % 3 === 0) return input.subarray(1);
  const tail = mode % 5 === 0 ? rest : Buffer.from([8, mode % 2 ? 6 : 2, 0, 0, 0]);
  const data =
    mode % 3 === 1
      ? rest
      : deflateSync(
          Buffer.concat([rest, Buffer.alloc(Math.max(0, (width * 4 + 1) * height - rest.length))]).subarray(
            0,
            (width * (mode % 2 ? 4 : 3) + 1) * height,
          ),
        );
  return Buffer.concat([MAGIC, header(width, height, tail), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}
export const SOUND_PNG = Buffer.concat([
  MAGIC,
  header(1, 1, Buffer.from([8, 6, 0, 0, 0])),
  chunk('IDAT', deflateSync(Buffer.alloc(5))),
  chunk('IEND', Buffer.alloc(0)),
]);
