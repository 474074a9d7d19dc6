import { PictureError, readPng } from './png-reader.ts';
import { writePng } from './png-writer.ts';

const PREFIX = 'data:image/png;base64,';
const MAX_BYTES = 200 * 1024;
/** The pad is 555 x 250 (specification, section 9); a screen may have four dots where the pad counts one, each way. */
const PAD = { maxWidth: 4 * 555, maxHeight: 4 * 250 };

/**
 * Turns the signature a browser sent into a picture of our own: decoded within limits, laid on white, encoded anew, so
 * that nothing of the received file but its dots goes on. Takes up to 200 ms: call it through the signature pool.
 * @param dataUrl - `data:image/png;base64,…`
 * @returns an opaque PNG, the same for the same dots
 * @throws {PictureError}
 */
export function flattenSignature(dataUrl: string): Buffer {
  if (!dataUrl.startsWith(PREFIX)) throw new PictureError('not-a-data-url');
  const base64 = dataUrl.slice(PREFIX.length);
  if (base64.length > (MAX_BYTES / 3) * 4 + 4) throw new PictureError('too-large');
  const file = Buffer.from(base64, 'base64');
  // Buffer skips what is not base64; a file that can be written in two ways is not taken.
  if (file.toString('base64') !== base64) throw new PictureError('not-a-data-url');
  if (file.length > MAX_BYTES) throw new PictureError('too-large');
  const { width, height, channels, dots } = readPng(file, PAD);
  const png = writePng({ width, height, dots: channels === 4 ? onWhite(dots) : dots });
  // Ours may come out larger than what was sent, and must still fit where the wire puts it.
  if (png.length > MAX_BYTES) throw new PictureError('too-large');
  return png;
}

function onWhite(rgba: Buffer): Buffer {
  const rgb = Buffer.alloc((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    const alpha = rgba[from + 3] as number;
    for (let channel = 0; channel < 3; channel += 1) {
      rgb[to + channel] = Math.round(((rgba[from + channel] as number) * alpha + 255 * (255 - alpha)) / 255);
    }
  }
  return rgb;
}
