import { BuildOrigin } from '@redress/contracts/release-api';
import * as z from 'zod/mini';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A finished build in a workspace's `dist`. */
export interface BuildFolder {
  /** Text of `build.json`, as it will be signed. */
  payload: string;
  readFile(file: string): Promise<Buffer | null>;
}

/** @returns the build in a folder, or `null` when none was made */
export function openBuildFolder(folder: string): BuildFolder | null {
  const descriptor = path.join(folder, 'build.json');
  if (!existsSync(descriptor)) return null;
  const root = path.resolve(folder);
  return {
    payload: readFileSync(descriptor, 'utf8'),
    async readFile(file) {
      const full = path.resolve(root, file);
      if (!full.startsWith(`${root}${path.sep}`)) return null;
      return readFile(full).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'EISDIR') return null;
        throw error;
      });
    },
  };
}

interface Sbom {
  components?: { licenses?: { license?: { id?: string; name?: string }; expression?: string }[] }[];
}
const licenceOf = ({ license, expression }: NonNullable<NonNullable<Sbom['components']>[number]['licenses']>[number]) =>
  expression ?? license?.id ?? license?.name;

/** What lies beside `build.json`: where the build came from, and the licences of its bill of materials. */
export async function originOf(folder: Pick<BuildFolder, 'readFile'>): Promise<BuildOrigin> {
  const json = async (file: string): Promise<unknown> => {
    const text = await folder.readFile(file);
    return text ? (JSON.parse(text.toString('utf8')) as unknown) : {};
  };
  const { components = [] } = (await json('sbom.cdx.json')) as Sbom;
  const licences = [
    ...new Set(components.flatMap(({ licenses = [] }) => licenses.flatMap((of) => licenceOf(of) ?? []))),
  ];
  const parsed = z.safeParse(BuildOrigin, { ...((await json('origin.json')) as object), licences: licences.sort() });
  return parsed.data ?? {};
}
