/// <reference types="node" />
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const SOURCE = path.join(import.meta.dirname, '../src');
const css = readFileSync(path.join(SOURCE, 'tokens.css'), 'utf8');
const darkAt = css.indexOf('@media (prefers-color-scheme: dark)');
const darkEnd = css.indexOf('@media (prefers-reduced-motion', darkAt);

const colours = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6});/gi)].map(([, name, value]) => [name, value]));
const light = colours(css.slice(0, darkAt));
const SCHEMES: Record<string, Record<string, string>> = {
  light,
  dark: { ...light, ...colours(css.slice(darkAt, darkEnd)) },
};

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark = 0, bright = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dark + 0.05);
}

const GROUNDS = ['paper', 'ground'];
/** Every pair a style sheet may put on top of each other. */
const TEXT: readonly [text: string, ground: string][] = [
  ...GROUNDS.flatMap((ground) =>
    ['ink', 'ink-soft', 'primary', 'primary-hover', 'accent', 'danger', 'success', 'info'].map(
      (text): [string, string] => [text, ground],
    ),
  ),
  ['ink', 'primary-tint'],
  ['ink-soft', 'primary-tint'],
  ['primary-hover', 'primary-tint'],
  ...['accent', 'danger', 'success', 'info'].flatMap((tone) =>
    ['ink', tone].map((text): [string, string] => [text, `${tone}-tint`]),
  ),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-danger', 'danger'],
  ['paper', 'ink'],
];
/** Borders of controls, marks and the two tones of the focus ring. */
const EDGES: readonly [edge: string, ground: string][] = [
  ['control-line', 'paper'],
  ['control-line', 'ground'],
  ['control-line', 'primary-tint'],
  ['primary', 'primary-tint'],
  ['danger', 'paper'],
  ['focus', 'focus-offset'],
];

describe.each(Object.entries(SCHEMES))('%s scheme', (_scheme, tokens) => {
  const colour = (name: string): string => {
    const value = tokens[name];
    if (!value) throw new Error(`no token --${name}`);
    return value;
  };

  it.each(TEXT)('%s reads on %s at 7 to 1', (text, ground) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(7);
  });

  it.each(EDGES)('%s stands out from %s at 3 to 1', (edge, ground) => {
    expect(contrast(colour(edge), colour(ground))).toBeGreaterThanOrEqual(3);
  });

  it.each(GROUNDS)('one of the two tones of the focus ring stands out from %s', (ground) => {
    const tones = [contrast(colour('focus'), colour(ground)), contrast(colour('focus-offset'), colour(ground))];
    expect(Math.max(...tones)).toBeGreaterThanOrEqual(3);
  });
});

describe('forced colours', () => {
  const forcedAt = css.indexOf('@media (forced-colors: active)');
  const forced = css.slice(forcedAt, css.indexOf('@media (prefers-reduced-motion', forcedAt));
  const system = new Set(['Canvas', 'CanvasText', 'Highlight', 'HighlightText', 'GrayText']);
  const values = Object.fromEntries(
    [...forced.matchAll(/--([a-z-]+): (\w+);/g)].map(([, name, value]) => [name, value]),
  );

  it('gives every colour of the schemes as a colour of the system: any other would be replaced', () => {
    expect(Object.keys(light).filter((name) => !system.has(values[name] ?? ''))).toEqual([]);
  });

  it('keeps chosen, disabled and plain apart', () => {
    expect(new Set([values['primary'], values['disabled'], values['ink']]).size).toBe(3);
  });
});

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });

describe('style sheets', () => {
  const sheets = files.filter((file) => file.endsWith('.module.css'));

  it.each(sheets)('%s takes every colour from the tokens', (file) => {
    const text = readFileSync(path.join(SOURCE, file), 'utf8');
    // Black is the ink of a printer.
    expect(text.replace(/@media print \{[\s\S]*$/, '')).not.toMatch(/#[0-9a-f]{3,8}\b|\brgb|\bhsl|\boklch/i);
  });

  it.each(sheets)('%s uses only tokens that exist', (file) => {
    const text = readFileSync(path.join(SOURCE, file), 'utf8');
    const own = new Set([...text.matchAll(/^\s*(--[a-z0-9-]+):/gm)].map(([, name]) => name));
    const known = new Set([...css.matchAll(/(--[a-z0-9-]+):/g)].map(([, name]) => name));
    const used = [...text.matchAll(/var\((--[a-z0-9-]+)/g)].map(([, name]) => name);
    expect(used.filter((name) => !known.has(name) && !own.has(name))).toEqual([]);
  });
});

it('renders no style attribute: the policy of the site would refuse it', () => {
  for (const file of files.filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))) {
    expect(readFileSync(path.join(SOURCE, file), 'utf8')).not.toMatch(/\sstyle=\{|dangerouslySetInnerHTML/);
  }
});

it('writes the words of the site in two files of at most 28 kB together: body and headings', () => {
  const bytes = (file: string) => readFileSync(path.join(SOURCE, 'fonts', file)).length;
  expect(bytes('public-sans-basic.woff2') + bytes('source-serif-4-basic-600.woff2')).toBeLessThanOrEqual(28_000);
});

it('has every character of every weight in a file: a browser takes a text from the faces of one weight', () => {
  const css = readFileSync(path.join(SOURCE, 'fonts/fonts.css'), 'utf8');
  const faces = [
    ...css.matchAll(/font-family: '(\S+ [^']+)';[^}]*?font-weight: ([^;]+);[^}]*?url\('\.\/([a-z-]+4?-)(basic|latin)/g),
  ];
  const parts = Map.groupBy(faces, ([, family, weight]) => `${family} ${weight}`);
  for (const [face, of] of parts) expect([face, of.length]).toEqual([face, 3]);
  // One of the body, two of the serif: headings, and letters.
  expect(parts.size).toBe(3);
});

it('has a shape for every icon of the claim categories', async () => {
  const { CATEGORY_SHAPES } = await import('../src/icons/category-shapes.ts');
  const { SUBCATEGORY_SHAPES } = await import('../src/icons/subcategory-shapes.ts');
  const { categories } = JSON.parse(
    readFileSync(path.join(SOURCE, '../../domain/data/claim-categories.json'), 'utf8'),
  ) as { categories: { icon: string; subcategories: { icon?: string }[] }[] };
  const shapes = { ...CATEGORY_SHAPES, ...SUBCATEGORY_SHAPES };
  for (const { icon, subcategories } of categories) {
    expect(Object.keys(CATEGORY_SHAPES)).toContain(icon);
    for (const subcategory of subcategories)
      if (subcategory.icon) expect(Object.keys(shapes)).toContain(subcategory.icon);
  }
});
