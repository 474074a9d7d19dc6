import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { aRemote } from '../src/testing/index.ts';
import { freshBuild, type SourceMaps } from './fresh-build.ts';

let workspace: string;
beforeEach(() => {
  workspace = mkdtempSync(path.join(tmpdir(), 'redress-fresh-'));
  writeFileSync(path.join(workspace, 'package.json'), '{}');
});
afterEach(() => rmSync(workspace, { recursive: true, force: true }));

const [old, fresh] = [aRemote({ buildId: 'a1' }), aRemote({ buildId: 'b2' })];
const put = ({ payload }: typeof old) => {
  mkdirSync(path.join(workspace, 'dist'), { recursive: true });
  writeFileSync(path.join(workspace, 'dist/build.json'), payload);
};
const tools = (builds: typeof old = fresh, asked: boolean[] = []) => ({
  inputHash: () => Promise.resolve(fresh.descriptor.buildId),
  async build(_workspace: string, { sourceMaps }: SourceMaps) {
    asked.push(sourceMaps);
    put(builds);
  },
});

it('builds first when there is no build, or the sources have changed since', async () => {
  expect(await freshBuild(workspace, tools())).toMatchObject({ isBuiltNow: true, buildId: fresh.descriptor.buildId });
  put(old);
  expect(await freshBuild(workspace, tools())).toMatchObject({ isBuiltNow: true, buildId: fresh.descriptor.buildId });
  expect(await freshBuild(workspace, tools())).toMatchObject({ isBuiltNow: false });
});

it('refuses a build that is still not the one of its sources', async () => {
  await expect(freshBuild(workspace, tools(old))).rejects.toMatchObject({ code: 'DIST_STALE' });
});

it('takes the build as it is where there are no sources', async () => {
  rmSync(path.join(workspace, 'package.json'));
  put(old);
  expect(await freshBuild(workspace, tools())).toMatchObject({ isBuiltNow: false, buildId: old.descriptor.buildId });
});

it('builds with source maps when it is told to', async () => {
  const asked: boolean[] = [];
  await freshBuild(workspace, tools(fresh, asked));
  put(old);
  await freshBuild(workspace, tools(fresh, asked), { sourceMaps: true });
  expect(asked).toEqual([false, true]);
});
