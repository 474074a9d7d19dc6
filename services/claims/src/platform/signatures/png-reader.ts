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
const GREY = 0;
const PALETTE = 3;
/** Samples of a dot and the bits each may have, by PNG colour type: 2 and 6 are what a canvas writes, 4 is grey with alpha. */
const FORMATS: Partial<Record<number, { samples: number; depths: readonly number[] }>> = {
  [GREY]: { samples: 1, depths: [1, 2, 4, 8] },
  2: { samples: 3, depths: [8] },
  [PALETTE]: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8] },
  6: { samples: 4, depths: [8] },
};
const CHUNK_FRAME_BYTES = 12;

/**
 * Reads a PNG file of up to 8 bits a sample, and refuses every other file: not interlaced, a palette only where the dots
 * name its colours, a transparent colour only in a palette, nothing after the end.
 *
 * The data must inflate to exactly the length that width and height ask for, and the compressed stream must end with
 * the last data chunk. Decoders that accept less hand out whatever memory their buffer had before; that is how other
 * people's data once came out of pngjs.
 * @throws {PictureError}
 */
export function readPng(file: Buffer, limits: PictureLimits): Picture {
  const chunks = readChunks(file);
  const { width, height, depth, colorType, samples } = readHeader(chunks.header, limits);
  if ((chunks.palette !== null) !== (colorType === PALETTE)) throw new PictureError('format');
  const rowBytes = Math.ceil((width * samples * depth) / 8);
  const dotBytes = Math.ceil((samples * depth) / 8);
  const packed = unfilter(inflateExactly(chunks.data, (rowBytes + 1) * height), rowBytes, dotBytes);
  if (samples > 2) return { width, height, channels: samples === 3 ? 3 : 4, dots: packed };
  const colours = colorType === PALETTE ? paletteColours(chunks) : greys(depth);
  const dots = Buffer.alloc(width * height * 4);
  for (let row = 0, to = 0; row < height; row += 1) {
    for (let x = 0; x < width; x += 1, to += 4) {
      const colour = colours[sampleAt(packed, row * rowBytes, x * samples, depth)];
      if (!colour) throw new PictureError('format');
      dots.set(colour, to);
      if (samples === 2) dots[to + 3] = sampleAt(packed, row * rowBytes, x * samples + 1, depth);
    }
  }
  return { width, height, channels: 4, dots };
}

/** Red, green, blue, alpha. */
type Colour = readonly [number, number, number, number];

/** Samples smaller than a byte stand in it from its high bits on. */
function sampleAt(packed: Buffer, rowAt: number, index: number, depth: number): number {
  const bit = index * depth;
  const byte = packed[rowAt + (bit >> 3)] as number;
  return (byte >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

const greys = (depth: number): readonly Colour[] =>
  Array.from({ length: 1 << depth }, (_, sample): Colour => {
    const grey = Math.round((sample * 255) / ((1 << depth) - 1));
    return [grey, grey, grey, 255];
  });

function paletteColours({ palette, transparency }: Pick<Chunks, 'palette' | 'transparency'>): readonly Colour[] {
  const bytes = palette ?? Buffer.alloc(0);
  const count = bytes.length / 3;
  if (count < 1 || count > 256 || !Number.isInteger(count) || (transparency?.length ?? 0) > count) {
    throw new PictureError('format');
  }
  return Array.from({ length: count }, (_, index): Colour => {
    const [red = 0, green = 0, blue = 0] = bytes.subarray(3 * index, 3 * index + 3);
    return [red, green, blue, transparency?.[index] ?? 255];
  });
}

interface Chunks {
  header: Buffer;
  palette: Buffer | null;
  /** Alpha of the first colours of the palette. */
  transparency: Buffer | null;
  data: Buffer;
}

/** The header, the palette and the joined data chunks of a whole file. */
function readChunks(file: Buffer): Chunks {
  if (file.length < PNG_MAGIC.length || !file.subarray(0, PNG_MAGIC.length).equals(PNG_MAGIC)) {
    throw new PictureError('not-png');
  }
  let header: Buffer | null = null;
  let palette: Buffer | null = null;
  let transparency: Buffer | null = null;
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
      return { header, palette, transparency, data: Buffer.concat(data) };
    }
    if (!header) {
      if (type !== 'IHDR' || length !== 13) throw new PictureError('structure');
      header = body;
    } else if (type === 'IDAT') {
      if (isDataOver) throw new PictureError('structure');
      data.push(body);
    } else if (type === 'PLTE' && !palette && data.length === 0) {
      palette = body;
    } else if (type === 'tRNS' && palette && !transparency && data.length === 0) {
      transparency = body;
    } else {
      isDataOver = data.length > 0;
      // A capital letter in front marks a chunk that changes the picture; tRNS changes it too.
      if (!/^[a-z][A-Za-z]{3}$/.test(type) || type === 'tRNS') throw new PictureError('format');
    }
    at = end;
  }
}

interface Header {
  width: number;
  height: number;
  depth: number;
  colorType: number;
  samples: number;
}

function readHeader(header: Buffer, { maxWidth, maxHeight }: PictureLimits): Header {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, colorType = -1, compression, filter, interlace] = header.subarray(8);
  const format = FORMATS[colorType];
  if (!format?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace !== 0)
    throw new PictureError('format');
  if (width < 1 || height < 1 || width > maxWidth || height > maxHeight) throw new PictureError('dimensions');
  return { width, height, depth, colorType, samples: format.samples };
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
function unfilter(rows: Buffer, rowBytes: number, dotBytes: number): Buffer {
  const height = rows.length / (rowBytes + 1);
  // `alloc` fills with zeros: a mistake below could show nothing but zeros.
  const dots = Buffer.alloc(rowBytes * height);
  for (let row = 0; row < height; row += 1) {
    const from = row * (rowBytes + 1) + 1;
    const to = row * rowBytes;
    const predict = PREDICTORS[rows[from - 1] as number];
    if (!predict) throw new PictureError('filter');
    for (let x = 0; x < rowBytes; x += 1) {
      const left = x >= dotBytes ? (dots[to + x - dotBytes] as number) : 0;
      const up = row > 0 ? (dots[to + x - rowBytes] as number) : 0;
      const upLeft = row > 0 && x >= dotBytes ? (dots[to + x - rowBytes - dotBytes] as number) : 0;
      dots[to + x] = (rows[from + x] as number) + predict(left, up, upLeft);
    }
  }
  return dots;
}

type Predictor = (left: number, up: number, upLeft: number) => number;

/** Predictors by filter type: none, sub, up, average, Paeth. */
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
