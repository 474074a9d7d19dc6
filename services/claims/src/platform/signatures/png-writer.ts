import { crc32, deflateSync } from 'node:zlib';
import { PNG_MAGIC, type Picture } from './png-reader.ts';
import { pieceFor } from './zlib-piece.ts';

const UP_FILTER = 2;

export function pngChunk(type: string, body: Buffer = Buffer.alloc(0)): Buffer {
  const framed = Buffer.alloc(body.length + 12);
  framed.writeUInt32BE(body.length, 0);
  framed.write(type, 4, 'latin1');
  body.copy(framed, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, body.length + 8)), body.length + 8);
  return framed;
}

/**
 * An opaque picture as a PNG file: header, one data chunk, end, and nothing else. The same dots give the same bytes.
 * @param picture.channels - 3 for red, green, blue; 1 for grey
 */
export function writePng({
  width,
  height,
  dots,
  channels = 3,
}: Omit<Picture, 'channels'> & { channels?: 1 | 3 }): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, channels === 3 ? 2 : 0, 0, 0, 0], 8);
  const rowBytes = width * channels;
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let row = 0; row < height; row += 1) {
    const to = row * (rowBytes + 1);
    rows[to] = UP_FILTER;
    for (let x = 0; x < rowBytes; x += 1) {
      const at = row * rowBytes + x;
      rows[to + 1 + x] = (dots[at] as number) - (row > 0 ? (dots[at - rowBytes] as number) : 0);
    }
  }
  return Buffer.concat([
    PNG_MAGIC,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 9, chunkSize: pieceFor(rows.length) })),
    pngChunk('IEND'),
  ]);
}
