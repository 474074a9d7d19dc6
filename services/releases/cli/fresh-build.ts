import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type BuildFolder, openBuildFolder, parseDescriptor } from '@redress/release-client/publish';
import { ReleaseRefusal } from '../src/refusal.ts';

/** Whether a build has its source maps with it. */
export interface SourceMaps {
  sourceMaps: boolean;
}

/** The build of a workspace, with what its sources hash to. */
export interface BuildTools {
  inputHash(workspace: string, maps: SourceMaps): Promise<string>;
  build(workspace: string, maps: SourceMaps): Promise<void>;
}

const recipe = (workspace: string, file: string) => path.join(workspace, 'node_modules/@redress/webpack-config', file);

/** The recipe that the workspace itself has installed. */
export const workspaceTools: BuildTools = {
  async inputHash(workspace, maps) {
    const url = pathToFileURL(recipe(workspace, 'src/identity.ts')).href;
    const { inputHash } = (await import(url)) as {
      inputHash: (directory: string, mode: string, maps: SourceMaps) => string;
    };
    return inputHash(workspace, 'production', maps);
  },
  async build(workspace, { sourceMaps }) {
    try {
      await promisify(execFile)(
        process.execPath,
        [recipe(workspace, 'bin/build.mjs'), ...(sourceMaps ? ['--maps'] : [])],
        { cwd: workspace },
      );
    } catch (error) {
      const { stderr = '' } = error as { stderr?: string };
      throw new ReleaseRefusal('DIST_STALE', `${path.basename(workspace)} could not be built: ${stderr.trim()}`);
    }
  },
};

/**
 * The build in a workspace's `dist`, made first when there is none or its sources have changed since: what is published
 * is what stands in the editor. A folder with nothing but `dist`, as CI hands it on, is taken as it is.
 * @returns `null` when there is neither a build nor sources
 * @throws {ReleaseRefusal} `DIST_STALE`
 */
export async function freshBuild(
  workspace: string,
  tools: BuildTools,
  maps: SourceMaps = { sourceMaps: false },
): Promise<{ folder: BuildFolder; buildId: string; isBuiltNow: boolean } | null> {
  const dist = path.join(workspace, 'dist');
  const buildIdOf = (folder: BuildFolder | null) => folder && parseDescriptor(folder.payload).buildId;
  const standing = openBuildFolder(dist);
  const standingId = buildIdOf(standing);
  if (!existsSync(path.join(workspace, 'package.json')))
    return standing && standingId ? { folder: standing, buildId: standingId, isBuiltNow: false } : null;
  const wanted = await tools.inputHash(workspace, maps);
  if (standing && standingId === wanted) return { folder: standing, buildId: wanted, isBuiltNow: false };
  await tools.build(workspace, maps);
  const folder = openBuildFolder(dist);
  if (folder && buildIdOf(folder) === wanted) return { folder, buildId: wanted, isBuiltNow: true };
  throw new ReleaseRefusal('DIST_STALE', `${dist} is not the build of its sources (${wanted}).`);
}
