/**
 * Writes src/fonts/*.woff2 and src/fonts/fonts.css from the @fontsource-variable packages: what the site's own sentences
 * are written with comes first, in the weights that its pages use (Public Sans is the one preloaded file); other Latin
 * letters, as names have them, on demand; and fallbacks with the same widths and heights, so that nothing moves when a
 * font arrives. Names in other scripts are written in the system's fonts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const out = new URL('../src/fonts/', import.meta.url);
/** Of the two files that a page without a letter waits for: the body, and the headings. */
const FIRST_MAX_BYTES = 28_000;
const FIRST = ['public-sans-basic.woff2', 'source-serif-4-basic-600.woff2'];
/** ASCII, the marks that the catalogues of words and the letters use, and what is never drawn. */
const BASIC =
  'U+0000-007E,U+00A0,U+00A9,U+00AD,U+00B7,U+200B-200D,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+2060,U+2212,U+FEFF';
/** What the style sheets ask of a font: pairs, columns of figures. */
const FEATURES = ['kern', 'liga', 'lnum', 'tnum'];

// Advance widths per 1000 units of a to z and the space: the fallbacks every computer and iOS has in the same metrics
// (Arial, Helvetica, Liberation Sans, Arimo; Times New Roman, Times, Liberation Serif, Tinos), and those of Android.
const ARIAL = [556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 278]; // prettier-ignore
const TIMES = [444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 250]; // prettier-ignore
const ROBOTO = [544, 562, 523, 564, 530, 348, 562, 551, 243, 239, 507, 243, 877, 552, 570, 562, 568, 339, 516, 327, 551, 484, 751, 496, 473, 496, 248]; // prettier-ignore
const NOTO_SERIF = [563, 614, 492, 614, 535, 369, 538, 635, 320, 300, 585, 310, 945, 645, 577, 614, 614, 471, 451, 352, 635, 579, 862, 578, 565, 511, 260]; // prettier-ignore
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz '];
/** English as this site has it. A font is measured by its lines: its letters stand closer together than their widths say. */
const SAMPLE =
  'someone owes you money and has not paid the other side did not do what a written agreement says a garage overcharged did poor work or damaged your car your belongings car or home were damaged building or home improvement work was bad or unfinished a card dispute or reversed payment between buyer and seller';

const FAMILIES = [
  {
    family: 'Public Sans',
    folder: 'public-sans',
    weights: { min: 400, max: 700 },
    basic: [{ min: 400, max: 700 }],
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
    weights: { min: 400, max: 600 },
    // Headings, also those and the sums of a letter: a third file would come after what it is written in. A letter.
    basic: [600, 400],
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

/** The code points that a unicode-range names. */
const codesOf = (range) =>
  range.split(',').flatMap((part) => {
    const [from, to] = part.trim().replace('U+', '').split('-');
    const start = parseInt(from, 16);
    const end = to ? parseInt(to, 16) : start;
    return Array.from({ length: end - start + 1 }, (_, index) => start + index);
  });
const charactersOf = (range) => String.fromCodePoint(...codesOf(range));

/** The part of a unicode-range that is not in the other one. */
function without(range, other) {
  const taken = new Set(codesOf(other));
  const hex = (code) => code.toString(16).toUpperCase().padStart(4, '0');
  const parts = [];
  for (const code of codesOf(range).filter((each) => !taken.has(each))) {
    const last = parts.at(-1);
    if (last && last.end === code - 1) last.end = code;
    else parts.push({ start: code, end: code });
  }
  return parts.map(({ start, end }) => `U+${hex(start)}${end > start ? `-${hex(end)}` : ''}`).join(',');
}

/** @param widths - of LETTERS */
const lineWidth = (widths) => [...SAMPLE].reduce((sum, letter) => sum + widths[LETTERS.indexOf(letter)], 0) / 1000;
const percent = (value) => `${(value * 100).toFixed(2)}%`;

const rules = ['/* Made by scripts/make-fonts.mjs. Do not edit by hand. */'];
let firstBytes = 0;

/** @param faces - a browser takes all of a text from the faces of one weight, so each weight has a rule for each file */
async function makeFile({ family, file, source, weights, faces, range, options }) {
  const made = await subsetFont(source, charactersOf(range), {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    ...options,
  });
  writeFileSync(new URL(file, out), made);
  process.stdout.write(`${file} ${made.length} bytes\n`);
  if (FIRST.includes(file)) firstBytes += made.length;
  for (const face of faces)
    rules.push(`@font-face {
  font-family: '${family}';
  font-style: normal;
  font-display: swap;
  font-weight: ${typeof face === 'object' ? `${face.min} ${face.max}` : face};
  src: url('./${file}') format('woff2${typeof weights === 'object' ? '-variations' : ''}');
  unicode-range: ${range.replaceAll(',', ', ')};
}`);
}

for (const { family, folder, weights, basic, measuredAt, fallbacks } of FAMILIES) {
  const ranges = JSON.parse(readFileSync(require.resolve(`@fontsource-variable/${folder}/unicode.json`), 'utf8'));
  for (const subset of SUBSETS) {
    const source = readFileSync(
      require.resolve(`@fontsource-variable/${folder}/files/${folder}-${subset}-wght-normal.woff2`),
    );
    if (subset === 'latin')
      for (const of of basic) {
        const name = typeof of === 'object' ? `${folder}-basic` : `${folder}-basic-${of}`;
        await makeFile({
          family,
          file: `${name}.woff2`,
          source,
          weights: of,
          faces: [of],
          range: BASIC,
          options: { keepFeatures: FEATURES },
        });
      }
    await makeFile({
      family,
      file: `${folder}-${subset}.woff2`,
      source,
      weights,
      faces: basic,
      range: without(ranges[subset], BASIC),
    });
    if (subset !== 'latin') continue;

    // One weight of it, as the plain font fontkit can measure.
    const font = create(
      await subsetFont(source, LETTERS.join(''), { targetFormat: 'truetype', variationAxes: { wght: measuredAt } }),
    );
    const { ascent, descent, lineGap, unitsPerEm } = font;
    for (const fallback of fallbacks) {
      const scale = font.layout(SAMPLE).advanceWidth / unitsPerEm / lineWidth(fallback.widths);
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
if (firstBytes > FIRST_MAX_BYTES) throw new Error(`${FIRST.join(' and ')} have ${firstBytes} bytes`);
writeFileSync(new URL('fonts.css', out), `${rules.join('\n\n')}\n`);
