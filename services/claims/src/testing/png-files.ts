import { deflateSync } from 'node:zlib';
import { pngChunk } from '../platform/signatures/png-writer.ts';

export interface PngParts {
  width?: number;
  height?: number;
  depth?: number;
  colorType?: number;
  compression?: number;
  filter?: number;
  interlace?: number;
  /** What stands in the data chunk; without it white dots of the size the header says. */
  idat?: Buffer;
  beforeData?: readonly Buffer[];
  afterData?: readonly Buffer[];
  afterEnd?: Buffer;
}

/** A PNG file put together by hand, as broken as a test wants it. */
export function pngFile(parts: PngParts = {}): Buffer {
  const { width = 30, height = 10, depth = 8, colorType = 6, compression = 0, filter = 0, interlace = 0 } = parts;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType, compression, filter, interlace], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...(parts.beforeData ?? []),
    pngChunk('IDAT', parts.idat ?? deflateSync(pngRows(width, height, colorType === 2 ? 3 : 4))),
    ...(parts.afterData ?? []),
    pngChunk('IEND'),
    parts.afterEnd ?? Buffer.alloc(0),
  ]);
}

/** Rows of one value, each behind its filter byte 0. */
export function pngRows(width: number, height: number, channels: number, value = 255): Buffer {
  const rows = Buffer.alloc((width * channels + 1) * height, value);
  for (let row = 0; row < height; row += 1) rows[row * (width * channels + 1)] = 0;
  return rows;
}

export const pngDataUrl = (file: Buffer): string => `data:image/png;base64,${file.toString('base64')}`;
