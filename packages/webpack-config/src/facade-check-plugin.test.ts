import { createRequire } from 'node:module';
import path from 'node:path';
import { facadeNames, facades } from './facade-check-plugin.ts';
import { SHARED, isUnsharedPart } from './shared.ts';

const wizard = path.join(process.cwd(), '../../mf-wizard');

it('reads every name of an export list, and no type', () => {
  const source = "export { a, b as c, type T /* why */ } from 'x';\nexport {\n  d, // why\n} from 'y';";
  expect([...facadeNames(source)].sort()).toEqual(['a', 'c', 'd']);
});

it.each(SHARED.filter(({ facade }) => facade).map(({ request }) => request))(
  'offers through the facade of %s only names that the package has',
  (request) => {
    const names = [...(facades(wizard).get(request)?.names ?? [])];
    const { resolve } = createRequire(path.join(wizard, '../packages/mf-runtime/package.json'));
    const real = createRequire(import.meta.url)(resolve(request)) as object;
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !(name in real))).toEqual([]);
  },
);

it('knows which imports would bring a second copy of a shared package', () => {
  const imports = ['@reduxjs/toolkit/query/react', 'react-router', 'zod', 'zod/v4/core'];
  expect(imports.filter((request) => !isUnsharedPart(request))).toEqual([]);
  expect(['react-router-dom', 'zod/mini', '@redress/ui/data'].filter(isUnsharedPart)).toEqual([]);
});
