/**
 * Writes src/fonts/*.woff2 and src/fonts/fonts.css from the @fontsource-variable packages: the weights this site uses,
 * Latin first (Public Sans is the one preloaded file), Latin-ext on demand, and fallbacks with the same widths and
 * heights, so that nothing moves when a font arrives.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const out = new URL('../src/fonts/', import.meta.url);
const PRELOADED_MAX_BYTES = 30 * 1024;

// Advance widths per 1000 units of a to z and the space: the fallbacks every computer and iOS has in the same metrics
// (Arial, Helvetica, Liberation Sans, Arimo; Times New Roman, Times, Liberation Serif, Tinos), and those of Android.
const ARIAL = [556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 278]; // prettier-ignore
const TIMES = [444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 250]; // prettier-ignore
const ROBOTO = [544, 562, 523, 564, 530, 348, 562, 551, 243, 239, 507, 243, 877, 552, 570, 562, 568, 339, 516, 327, 551, 484, 751, 496, 473, 496, 248]; // prettier-ignore
const NOTO_SERIF = [563, 614, 492, 614, 535, 369, 538, 635, 320, 300, 585, 310, 945, 645, 577, 614, 614, 471, 451, 352, 635, 579, 862, 578, 565, 511, 260]; // prettier-ignore
// How often each of them stands in English text, per 1000 characters.
const FREQUENCY = [65, 12, 22, 35, 102, 18, 16, 50, 57, 1, 6, 33, 20, 57, 62, 15, 1, 49, 52, 75, 23, 8, 19, 1, 16, 1, 183]; // prettier-ignore
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz '];

const FAMILIES = [
  {
    family: 'Public Sans',
    folder: 'public-sans',
    weights: { min: 400, max: 700 },
    measuredAt: 400,
    fallbacks: [
      {
        family: 'Public Sans Fallback',
        widths: ARIAL,
        fonts: ['Arial', 'Helvetica', 'Liberation Sans', 'Arimo'],
      },
      { family: 'Public Sans Fallback Android', widths: ROBOTO, fonts: ['Roboto', 'Roboto-Regular'] },
    ],
  },
  {
    family: 'Source Serif 4',
    folder: 'source-serif-4',
    weights: { min: 400, max: 700 },
    measuredAt: 600,
    fallbacks: [
      {
        family: 'Source Serif Fallback',
        widths: TIMES,
        fonts: ['Times New Roman', 'Times', 'Liberation Serif', 'Tinos'],
      },
      { family: 'Source Serif Fallback Android', widths: NOTO_SERIF, fonts: ['Noto Serif', 'NotoSerif-Regular'] },
    ],
  },
];
const SUBSETS = ['latin', 'latin-ext'];

/** The characters a unicode-range names. */
const charactersOf = (range) =>
  range
    .split(',')
    .flatMap((part) => {
      const [from, to] = part.replace('U+', '').split('-');
      const start = parseInt(from, 16);
      const end = to ? parseInt(to, 16) : start;
      return Array.from({ length: end - start + 1 }, (_, index) => String.fromCodePoint(start + index));
    })
    .join('');

const average = (widths) =>
  widths.reduce((sum, width, index) => sum + width * FREQUENCY[index], 0) / FREQUENCY.reduce((a, b) => a + b, 0);
const percent = (value) => `${(value * 100).toFixed(2)}%`;

const rules = ['/* Made by scripts/make-fonts.mjs. Do not edit by hand. */'];
for (const { family, folder, weights, measuredAt, fallbacks } of FAMILIES) {
  const ranges = JSON.parse(readFileSync(require.resolve(`@fontsource-variable/${folder}/unicode.json`), 'utf8'));
  for (const subset of SUBSETS) {
    const source = readFileSync(
      require.resolve(`@fontsource-variable/${folder}/files/${folder}-${subset}-wght-normal.woff2`),
    );
    const made = await subsetFont(source, charactersOf(ranges[subset]), {
      targetFormat: 'woff2',
      variationAxes: { wght: weights },
    });
    const file = `${folder}-${subset}.woff2`;
    writeFileSync(new URL(file, out), made);
    process.stdout.write(`${file} ${made.length} bytes (was ${source.length})\n`);
    if (file === 'public-sans-latin.woff2' && made.length > PRELOADED_MAX_BYTES)
      throw new Error(`${file} is too large`);
    rules.push(`@font-face {
  font-family: '${family}';
  font-style: normal;
  font-display: swap;
  font-weight: ${weights.min} ${weights.max};
  src: url('./${file}') format('woff2-variations');
  unicode-range: ${ranges[subset].replaceAll(',', ', ')};
}`);
    if (subset !== 'latin') continue;

    // One weight of it, as the plain font fontkit can measure.
    const font = create(
      await subsetFont(source, LETTERS.join(''), { targetFormat: 'truetype', variationAxes: { wght: measuredAt } }),
    );
    const widths = LETTERS.map(
      (letter) => (font.glyphForCodePoint(letter.codePointAt(0)).advanceWidth / font.unitsPerEm) * 1000,
    );
    const { ascent, descent, lineGap, unitsPerEm } = font;
    for (const fallback of fallbacks) {
      const scale = average(widths) / average(fallback.widths);
      rules.push(`@font-face {
  font-family: '${fallback.family}';
  src: ${fallback.fonts.map((name) => `local('${name}')`).join(', ')};
  size-adjust: ${percent(scale)};
  ascent-override: ${percent(ascent / unitsPerEm / scale)};
  descent-override: ${percent(-descent / unitsPerEm / scale)};
  line-gap-override: ${percent(lineGap / unitsPerEm / scale)};
}`);
    }
  }
}
writeFileSync(new URL('fonts.css', out), `${rules.join('\n\n')}\n`);
