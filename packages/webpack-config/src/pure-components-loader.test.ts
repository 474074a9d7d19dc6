import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import pureComponentsLoader from './pure-components-loader.ts';

it('leaves nothing at the top of react-router that a minifier keeps for the name of a component', () => {
  const runtime = createRequire(path.join(process.cwd(), '../mf-runtime/package.json'));
  const router = createRequire(runtime.resolve('react-router-dom'));
  const folder = path.join(path.dirname(router.resolve('react-router')), '../production');
  const chunks = readdirSync(folder).filter((name) => /^chunk-.*\.mjs$/.test(name));
  const sources = chunks.map((name) => readFileSync(path.join(folder, name), 'utf8'));
  const source = sources.find((text) => text.includes('NavLink.displayName')) ?? '';
  const made = pureComponentsLoader(source);
  expect(made).not.toMatch(/^\w+\.displayName|React\d*\[/m);
  expect(made).not.toMatch(/^var \w+ = React\d*\.(createContext|forwardRef|memo)\(/m);
  expect(made).toMatch(/^var NavLink = \/\*#__PURE__\*\/ React\d*\.forwardRef\($/m);
});
