import type { Picture } from './png-reader.ts';

/** The pen of the pad and of typed signatures (packages/forms, SIGNATURE_INK). */
const PEN = [0x10, 0x20, 0x7a] as const;
const WHITE = 255;
/** A canvas rounds each channel up to three times: ink on alpha, alpha on white, and once more when drawn anew. */
const TOLERANCE = 4;

const span = PEN.map((channel) => WHITE - channel) as [number, number, number];
const squaredLength = span.reduce((sum, part) => sum + part * part, 0);

/**
 * Whether every dot of a picture lies between white and the colour of the pen, as ink on white does. Foreign memory
 * almost never does: of random dots one in a thousand.
 */
export function isInkOnWhite({ dots, channels }: Pick<Picture, 'dots' | 'channels'>): boolean {
  if (channels !== 3) return false;
  for (let at = 0; at < dots.length; at += 3) {
    const red = WHITE - (dots[at] as number);
    const green = WHITE - (dots[at + 1] as number);
    const blue = WHITE - (dots[at + 2] as number);
    if ((red | green | blue) === 0) continue;
    const share = Math.min(1, (red * span[0] + green * span[1] + blue * span[2]) / squaredLength);
    if (
      Math.abs(red - share * span[0]) > TOLERANCE ||
      Math.abs(green - share * span[1]) > TOLERANCE ||
      Math.abs(blue - share * span[2]) > TOLERANCE
    ) {
      return false;
    }
  }
  return true;
}
