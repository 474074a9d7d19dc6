import type { OfferedTypes } from '@redress/contracts/release-api';
import { InputTypes } from '@redress/contracts/releases';
import * as z from 'zod/mini';
import { contentKey, TYPES_FILE } from '../blobs/build-files.ts';
import { whileStoreAnswers } from '../blobs/store-answers.ts';
import type { ReleaseCore } from '../release-core.ts';
import { ReleaseRefusal } from '../refusal.ts';

/** The file that the build of the shell writes (packages/webpack-config). */
const TypesFile = z.object({
  files: z.record(z.string(), z.string()),
  slots: z.record(z.string(), InputTypes),
});

/**
 * What the shell that a channel serves to everybody gives to remotes.
 * @throws {ReleaseRefusal} `CHANNEL_EMPTY`, `TYPES_MISSING`, `STORE_AWAY`
 */
export async function offeredTypes(
  { channels, registry, blobs, now }: Pick<ReleaseCore, 'channels' | 'registry' | 'blobs' | 'now'>,
  channel: string,
): Promise<OfferedTypes> {
  const current = await channels.current(channel);
  const served = current?.builds['shell'];
  if (!current || !served) throw new ReleaseRefusal('CHANNEL_EMPTY', `${channel} has no shell yet.`);
  const shell = await registry.find('shell', served.current);
  const { version, buildId, contracts, offers = {}, types } = shell;
  const integrity = shell.files[TYPES_FILE]?.integrity;
  const stored = integrity ? await whileStoreAnswers(() => blobs.get(contentKey(integrity))) : null;
  if (!stored)
    throw new ReleaseRefusal('TYPES_MISSING', `The shell ${buildId} on ${channel} has no declarations with it.`);
  const { files, slots } = z.parse(TypesFile, JSON.parse(stored.toString('utf8')));
  return {
    channel,
    number: current.number,
    at: now().toISOString(),
    shell: { version, buildId },
    contracts,
    names: offers,
    types: { ...types?.shared, '@redress/contracts': slots },
    files,
  };
}
