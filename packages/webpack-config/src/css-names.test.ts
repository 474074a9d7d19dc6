import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LAYER_ORDER, className, classNames, layerOf } from './css-names.ts';

const here = path.join(import.meta.dirname, 'panel.module.css');

it('gives a class its owner’s prefix, and two files’ same words two names', () => {
  const one = className('mf-letters', path.join(process.cwd(), '../../mf-letters/src/a.module.css'), 'title');
  const two = className('mf-letters', path.join(process.cwd(), '../../mf-letters/src/b.module.css'), 'title');
  expect(one).toMatch(/^letters-title-[0-9a-f]{5}$/);
  expect(one).not.toBe(two);
});

it('gives a class one name wherever its package lies, so that one source is one build', () => {
  const folders = ['one-', 'two-'].map((name) => mkdtempSync(path.join(tmpdir(), name)));
  try {
    const names = folders.map((folder) => {
      writeFileSync(path.join(folder, 'package.json'), '{}');
      return className('mf-letters', path.join(folder, 'src/a.module.css'), 'title');
    });
    expect(names[0]).toBe(names[1]);
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true });
  }
});

it('names the same classes for Node as the bundle has, global ones and comments left out', () => {
  const css = `/* .not-this */ .card:hover .title { background: url("x.png") } .frame :global(.redress-failure) { color: red } @media (width >= 1.5rem) { .card-wide { margin: .5rem } }`;
  expect(Object.keys(classNames('mf-letters', here, css)).sort()).toEqual(['card', 'card-wide', 'frame', 'title']);
  expect(classNames('mf-letters', here, css)['card']).toBe(className('mf-letters', here, 'card'));
});

it('refuses composes, which the names for Node could not follow', () => {
  expect(() => classNames('mf-letters', here, '.a {\n  composes: b;\n}')).toThrow(/composes/);
});

it('puts a remote above the design system, and leaves a sheet alone that names its layer', () => {
  expect(layerOf('mf-letters', '/r/mf-letters/src/a.module.css', '.a{}')).toBe('remote');
  expect(layerOf('mf-letters', '/r/packages/ui/src/a.module.css', '.a{}')).toBe('ui');
  expect(layerOf('shell', '/r/packages/ui/src/tokens.css', '/* why */ @layer tokens {}')).toBeUndefined();
  expect(LAYER_ORDER.indexOf('ui')).toBeLessThan(LAYER_ORDER.indexOf('remote'));
});
