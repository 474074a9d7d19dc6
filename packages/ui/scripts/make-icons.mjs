/**
 * Writes src/icons/*.ts from lucide-react: each icon as the one `d` of a path, a third of the bytes of its elements
 * and without the library at run time. Run after changing the lists or the icons of the claim categories.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const HEAD = `// Made by scripts/make-icons.mjs from lucide-react (ISC licence, lucide.dev/license). Do not edit by hand.\n`;

/** Part of every page that has the design system. */
const CORE = ['check', 'chevron-down', 'circle-alert', 'circle-check', 'cloud-off', 'info', 'triangle-alert', 'x']; // prettier-ignore
/** Of the native controls: a bundle with two entries of this package carries a module once, with what both draw. */
const CONTROLS = ['calendar', 'chevron-down', 'search'];
/** Named one by one, so a remote carries those it draws. */
const NAMED = ['bell', 'book-open', 'building-2', 'calculator', 'calendar-days', 'check', 'chevron-down', 'chevron-left', 'chevron-right', 'circle-alert', 'circle-check', 'circle-question-mark', 'credit-card', 'download', 'external-link', 'file-text', 'gavel', 'hand-coins', 'house', 'landmark', 'list-checks', 'lock', 'log-out', 'mail', 'menu', 'messages-square', 'mic', 'paperclip', 'printer', 'scale', 'send', 'settings', 'trash-2', 'triangle-alert', 'user', 'x']; // prettier-ignore
/** Not in the set, drawn from its parts: the house without its door, and a crack. */
const OWN = {
  'house-crack':
    'M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM12 2l-2 6 4 3-3 4 2 2v4',
};

const { categories } = JSON.parse(
  readFileSync(new URL('../../domain/data/claim-categories.json', import.meta.url), 'utf8'),
);
const categoryIcons = [...new Set(categories.map(({ icon }) => icon))];
const subcategoryIcons = [
  ...new Set(categories.flatMap(({ subcategories }) => subcategories.map(({ icon }) => icon))),
].filter((name) => !categoryIcons.includes(name));

const number = (value) => String(Math.round(Number(value) * 1000) / 1000);
const points = (text) => text.trim().split(/[\s,]+/);

/**
 * A path opened by a relative move would continue where the one before it ended. Made absolute, what follows the move
 * without a letter of its own is still meant relative.
 */
const absoluteStart = (d) =>
  d.replace(
    /^m\s*(-?(?:\d+\.?\d*|\.\d+))[\s,]*(-?(?:\d+\.?\d*|\.\d+))[\s,]*(?=([-\d.])?)/,
    (_, x, y, next) => `M${x} ${y}${next ? 'l' : ''}`,
  );

/** An element as path data. */
function pathOf(tag, a, name) {
  const n = (key) => Number(a[key] ?? 0);
  const ellipse = (cx, cy, rx, ry) =>
    `M${number(cx - rx)} ${number(cy)}a${rx} ${ry} 0 1 0 ${number(2 * rx)} 0a${rx} ${ry} 0 1 0 ${number(-2 * rx)} 0`;
  switch (tag) {
    case 'path':
      return absoluteStart(a.d);
    case 'circle':
      return ellipse(n('cx'), n('cy'), n('r'), n('r'));
    case 'ellipse':
      return ellipse(n('cx'), n('cy'), n('rx'), n('ry'));
    case 'line':
      return `M${a.x1} ${a.y1}L${a.x2} ${a.y2}`;
    case 'polyline':
    case 'polygon': {
      const [x, y, ...rest] = points(a.points);
      return `M${x} ${y}L${rest.join(' ')}${tag === 'polygon' ? 'Z' : ''}`;
    }
    case 'rect': {
      const [x, y, w, h] = [n('x'), n('y'), n('width'), n('height')];
      const r = Math.min(Number(a.rx ?? a.ry ?? 0), w / 2, h / 2);
      if (!r) return `M${x} ${y}h${w}v${h}h${number(-w)}Z`;
      const arc = (dx, dy) => `a${r} ${r} 0 0 1 ${number(dx)} ${number(dy)}`;
      return `M${number(x + r)} ${y}h${number(w - 2 * r)}${arc(r, r)}v${number(h - 2 * r)}${arc(-r, r)}h${number(2 * r - w)}${arc(-r, -r)}v${number(2 * r - h)}${arc(r, -r)}Z`;
    }
    default:
      throw new Error(`${name}: <${tag}> has no path form here`);
  }
}

async function shape(name) {
  if (OWN[name]) return OWN[name];
  const { __iconData } = await import(`lucide-react/icons/${name}`);
  if (!__iconData) {
    // An old name, which re-exports the new one.
    const source = readFileSync(fileURLToPath(import.meta.resolve(`lucide-react/icons/${name}`)), 'utf8');
    return shape(/from '\.\/(.+)\.mjs'/.exec(source)[1]);
  }
  return __iconData.node.map(([tag, attributes]) => pathOf(tag, attributes, name)).join('');
}

/** `package` is a word of the language. */
const camel = (name) =>
  name === 'package' ? 'parcel' : name.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());

async function named(names) {
  const lines = await Promise.all(
    [...new Set(names)].sort().map(async (name) => `export const ${camel(name)} = '${await shape(name)}';`),
  );
  return `${HEAD}\n${lines.join('\n')}\n`;
}

async function byName(constant, names) {
  const lines = await Promise.all([...names].sort().map(async (name) => `  '${name}': '${await shape(name)}',`));
  return `${HEAD}\nexport const ${constant}: Readonly<Record<string, string>> = {\n${lines.join('\n')}\n};\n`;
}

const write = (file, text) => writeFileSync(new URL(`../src/icons/${file}`, import.meta.url), text);
write('core.ts', await named(CORE));
write('controls.ts', await named(CONTROLS));
write('index.ts', await named(NAMED));
write('category-shapes.ts', await byName('CATEGORY_SHAPES', categoryIcons));
write('subcategory-shapes.ts', await byName('SUBCATEGORY_SHAPES', subcategoryIcons));
