import type { ReleaseAnswer, ReleaseCall } from './client.ts';
import type { BuildFolder } from './build-folder.ts';
import { parseDescriptor, signBuild, type SigningKey } from './signing.ts';

/** Whether the gate reads a file; of all others it takes the size that `build.json` says. */
export const isRead = (file: string): boolean => /\.(js|css|html|json|svg|txt)$/.test(file);

/**
 * Asks the release service what publishing and promoting this build would be refused for. The rules are the service's, as they are
 * today, and not those of the day when this program was installed.
 * @throws {ReleaseRefusal}
 */
export async function inspectBuild(
  call: ReleaseCall,
  folder: BuildFolder,
  { key, channel }: { key: SigningKey; channel: string },
): Promise<ReleaseAnswer<'inspect'>> {
  const files: Record<string, string> = {};
  for (const file of Object.keys(parseDescriptor(folder.payload).files)) {
    const bytes = isRead(file) ? await folder.readFile(file) : null;
    // The service names a file that is missing.
    if (bytes) files[file] = bytes.toString('utf8');
  }
  return call('inspect', { channel, ...signBuild(folder.payload, key), files });
}
