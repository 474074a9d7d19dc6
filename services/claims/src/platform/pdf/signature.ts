import { AppError } from '@redress/contracts';
import { PNG } from 'pngjs';

const PREFIX = 'data:image/png;base64,';
const MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MAX_BYTES = 200 * 1024;
/** The pad is 555 x 250; a screen of three times the density draws nine times the dots. */
const MAX_SIDE = 2400;
const MAX_DOTS = 1_500_000;

/**
 * Turns the signature a browser sent into a picture of our own: decoded within limits, laid on white, encoded anew, so
 * that nothing of the received file but its dots goes on.
 * @param dataUrl - `data:image/png;base64,…`
 * @returns an opaque grey-scale or colour PNG, the same for the same dots
 * @throws {AppError} SIGNATURE_INVALID
 */
export function flattenSignature(dataUrl: string): Buffer {
  if (!dataUrl.startsWith(PREFIX)) throw new AppError('SIGNATURE_INVALID', { details: { reason: 'not-png' } });
  const bytes = Buffer.from(dataUrl.slice(PREFIX.length), 'base64');
  // Width and height stand at fixed places of the first chunk: checked before anything is unpacked.
  if (bytes.length < 33 || bytes.length > MAX_BYTES || !bytes.subarray(0, 8).equals(MAGIC)) {
    throw new AppError('SIGNATURE_INVALID', { details: { reason: 'size-or-format', bytes: bytes.length } });
  }
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_DOTS) {
    throw new AppError('SIGNATURE_INVALID', { details: { reason: 'dimensions' } });
  }
  let image: PNG;
  try {
    image = PNG.sync.read(bytes);
  } catch (cause) {
    throw new AppError('SIGNATURE_INVALID', { cause, details: { reason: 'unreadable' } });
  }
  const { data } = image;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number;
    for (let channel = at; channel < at + 3; channel += 1) {
      data[channel] = Math.round(((data[channel] as number) * alpha + 255 * (255 - alpha)) / 255);
    }
    data[at + 3] = 255;
  }
  return PNG.sync.write(image, { colorType: 2, inputColorType: 6, deflateLevel: 9, filterType: 4 });
}
