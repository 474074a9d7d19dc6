import { SHARED } from '@redress/webpack-config';
import { SHARED_LATER, SHARED_MODULES, createShareScope } from './share-scope.ts';

const offered = [...Object.keys(SHARED_MODULES), ...Object.keys(SHARED_LATER)].sort();

it('offers exactly what remotes are built to ask for', () => {
  expect(offered).toEqual(SHARED.map(({ request }) => request).sort());
  expect(Object.keys(SHARED_LATER)).toEqual(SHARED.filter(({ later }) => later).map(({ request }) => request));
});

it('offers one version of each, the installed one of its package', () => {
  const scope = createShareScope({ react: '19.3.1', '@reduxjs/toolkit': '2.14.0' });
  expect(Object.keys(scope['react/jsx-runtime'] ?? {})).toEqual(['19.3.1']);
  expect(scope['react']?.['19.3.1']?.get()).toBeInstanceOf(Function);
});
