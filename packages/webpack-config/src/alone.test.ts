import path from 'node:path';
import { aloneConfiguration } from './alone.ts';
import { createConfiguration } from './factory.ts';
import { FederationPlugin } from './federation-plugin.ts';

const options = {
  directory: path.join(import.meta.dirname, '../../../mf-auth'),
  config: {
    name: 'mf-auth',
    owner: 'team-auth',
    routes: [],
    slots: {},
    prerender: [],
    updatePolicy: 'allow',
    persisted: {},
    requires: { contracts: '^1.0.0' },
  },
  version: '1.0.0',
  buildId: '0123456789ab',
  mode: 'development',
  sourceMaps: false,
} satisfies Parameters<typeof createConfiguration>[0];
const isFederated = ({ plugins }: ReturnType<typeof createConfiguration>) =>
  plugins?.some((plugin) => plugin instanceof FederationPlugin);

it('asks no shell for shared packages when a remote runs alone', () => {
  expect(isFederated(createConfiguration(options))).toBe(true);
  expect(isFederated(aloneConfiguration(options))).toBe(false);
});
