import { originOf, type BuildFolder } from './build-folder.ts';
import type { ReleaseAnswer, ReleaseCall } from './client.ts';
import { ReleaseRefusal } from './refusal.ts';
import { signBuild, type SigningKey } from './signing.ts';

/**
 * Publishes a finished build: signed, with the files that the store lacks sent first. Sending it again changes nothing.
 * @param key - of the team that owns the remote
 * @throws {ReleaseRefusal}
 */
export async function sendBuild(
  call: ReleaseCall,
  folder: BuildFolder,
  key: SigningKey,
): Promise<ReleaseAnswer<'publish'>> {
  const build = signBuild(folder.payload, key);
  const origin = await originOf(folder);
  const { missing } = await call('publish', { ...build, origin });
  for (const file of missing) {
    const bytes = await folder.readFile(file);
    if (!bytes) throw new ReleaseRefusal('FILE_MISSING', `${file} is in build.json and not in the build.`);
    await call('upload', bytes);
  }
  return call('publish', { ...build, origin });
}
