import { crc32, inflateSync } from 'node:zlib';
import { pieceFor } from './zlib-piece.ts';

/** Why a picture is refused; goes to the log, never a byte of the file. */
export type PictureFault =
  | 'not-a-data-url'
  | 'too-large'
  | 'not-png'
  | 'structure'
  | 'checksum'
  | 'format'
  | 'dimensions'
  | 'data-length'
  | 'filter';

export class PictureError extends Error {
  readonly fault: PictureFault;
  constructor(fault: PictureFault) {
    super(fault);
    this.name = 'PictureError';
    this.fault = fault;
  }
}

export interface Picture {
  width: number;
  height: number;
  /** 3 is red, green, blue; 4 has alpha after them. */
  channels: 3 | 4;
  /** `width * height * channels` bytes, rows from top to bottom; every byte was written by the decoder. */
  dots: Buffer;
}

export interface PictureLimits {
  maxWidth: number;
  maxHeight: number;
}

export const PNG_MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** PNG colour types that a canvas writes: truecolour, and truecolour with alpha. */
const CHANNELS: Partial<Record<number, 3 | 4>> = { 2: 3, 6: 4 };
const CHUNK_FRAME_BYTES = 12;

/**
 * Reads the PNG files a canvas makes and refuses every other file: 8 bits, truecolour with or without alpha, not
 * interlaced, no palette, no transparent colour, nothing after the end.
 *
 * The data must inflate to exactly the length that width and height ask for, and the compressed stream must end with
 * the last data chunk. Decoders that accept less hand out whatever memory their buffer had before; that is how other
 * people's data once came out of pngjs.
 * @throws {PictureError}
 */
export function readPng(file: Buffer, limits: PictureLimits): Picture {
  const { header, data } = readChunks(file);
  const { width, height, channels } = readHeader(header, limits);
  const rowBytes = width * channels;
  return { width, height, channels, dots: unfilter(inflateExactly(data, (rowBytes + 1) * height), rowBytes, channels) };
}

/** The header and the joined data chunks of a whole file. */
function readChunks(file: Buffer): { header: Buffer; data: Buffer } {
  if (file.length < PNG_MAGIC.length || !file.subarray(0, PNG_MAGIC.length).equals(PNG_MAGIC)) {
    throw new PictureError('not-png');
  }
  let header: Buffer | null = null;
  const data: Buffer[] = [];
  let isDataOver = false;
  for (let at = PNG_MAGIC.length; ;) {
    if (at + CHUNK_FRAME_BYTES > file.length) throw new PictureError('structure');
    const length = file.readUInt32BE(at);
    const end = at + CHUNK_FRAME_BYTES + length;
    if (end > file.length) throw new PictureError('structure');
    const type = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, end - 4);
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) throw new PictureError('checksum');
    if (type === 'IEND') {
      // Bytes after the end would make the file something else as well.
      if (length !== 0 || end !== file.length || !header || data.length === 0) throw new PictureError('structure');
      return { header, data: Buffer.concat(data) };
    }
    if (!header) {
      if (type !== 'IHDR' || length !== 13) throw new PictureError('structure');
      header = body;
    } else if (type === 'IDAT') {
      if (isDataOver) throw new PictureError('structure');
      data.push(body);
    } else {
      isDataOver = data.length > 0;
      // A capital letter in front marks a chunk that changes the picture; tRNS changes it too.
      if (!/^[a-z][A-Za-z]{3}$/.test(type) || type === 'tRNS') throw new PictureError('format');
    }
    at = end;
  }
}

function readHeader(header: Buffer, { maxWidth, maxHeight }: PictureLimits): Omit<Picture, 'dots'> {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, colorType, compression, filter, interlace] = header.subarray(8);
  const channels = CHANNELS[colorType ?? -1];
  if (!channels || depth !== 8 || compression !== 0 || filter !== 0 || interlace !== 0)
    throw new PictureError('format');
  if (width < 1 || height < 1 || width > maxWidth || height > maxHeight) throw new PictureError('dimensions');
  return { width, height, channels };
}

/** `info` adds the stream to the answer. The types of Node 24 say Buffer even then, so the answer is cast. */
interface InflateAnswer {
  buffer: Buffer;
  engine: { bytesWritten: number };
}

function inflateExactly(data: Buffer, length: number): Buffer {
  let answer: InflateAnswer;
  try {
    answer = inflateSync(data, {
      maxOutputLength: length,
      info: true,
      chunkSize: pieceFor(length),
    }) as unknown as InflateAnswer; // @types/node declares a Buffer also for `info: true`.
  } catch {
    throw new PictureError('data-length');
  }
  // `bytesWritten` counts the bytes that zlib has read: fewer than given means bytes behind the compressed stream.
  if (answer.buffer.length !== length || answer.engine.bytesWritten !== data.length)
    throw new PictureError('data-length');
  return answer.buffer;
}

/** Undoes the filter of each row (PNG specification, section 9). */
function unfilter(rows: Buffer, rowBytes: number, channels: number): Buffer {
  const height = rows.length / (rowBytes + 1);
  // `alloc` fills with zeros: a mistake below could show nothing but zeros.
  const dots = Buffer.alloc(rowBytes * height);
  for (let row = 0; row < height; row += 1) {
    const from = row * (rowBytes + 1) + 1;
    const to = row * rowBytes;
    const predict = PREDICTORS[rows[from - 1] as number];
    if (!predict) throw new PictureError('filter');
    for (let x = 0; x < rowBytes; x += 1) {
      const left = x >= channels ? (dots[to + x - channels] as number) : 0;
      const up = row > 0 ? (dots[to + x - rowBytes] as number) : 0;
      const upLeft = row > 0 && x >= channels ? (dots[to + x - rowBytes - channels] as number) : 0;
      dots[to + x] = (rows[from + x] as number) + predict(left, up, upLeft);
    }
  }
  return dots;
}

type Predictor = (left: number, up: number, upLeft: number) => number;

/** By filter type: none, sub, up, average, Paeth. */
const PREDICTORS: readonly Predictor[] = [
  () => 0,
  (left) => left,
  (_left, up) => up,
  (left, up) => (left + up) >> 1,
  paeth,
];

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const [toLeft, toUp, toUpLeft] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upLeft)];
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}
