import { REFUSALS, type Inspection, type Obstacle } from '@redress/contracts/release-api';
import type { BuildDescriptor } from '@redress/contracts/releases';
import { integrityOf, isRead, parseDescriptor } from '@redress/release-client/publish';
import { compress, isCompressible } from '../blobs/compress.ts';
import { measureFiles, type BuildFacts } from '../builds/facts.ts';
import { assertPublishable } from '../builds/publish.ts';
import { openSignedBuild, storedBuild } from '../builds/signed-build.ts';
import { readFreezes } from '../channels/channel-reads.ts';
import { servedBuilds } from '../channels/served-builds.ts';
import { readBuildSet, type BuildSet } from '../gate/build-set.ts';
import { budgetOf, checkChange, firstLoadBytes } from '../gate/gate.ts';
import { checkTypes } from '../gate/types.ts';
import { assertMayRelease, type Actor } from '../http/actor.ts';
import { assertOwner, teamOf } from '../keys/ownership.ts';
import type { ReleaseCore } from '../release-core.ts';
import type { InputOf } from '../release-operations.ts';
import { isReleaseRefusal, ReleaseRefusal } from '../refusal.ts';
import { obstacleOf } from './obstacle.ts';

type Asked = InputOf<'inspect'>;

const textOf = (sent: Asked['files'], file: string): string | undefined =>
  Object.hasOwn(sent, file) ? sent[file] : undefined;

const isAsDescribed = ({ files }: BuildDescriptor, file: string, text: string): boolean =>
  Buffer.byteLength(text) === files[file]?.bytes && integrityOf(Buffer.from(text)) === files[file].integrity;

/** @returns what it refuses; nothing when it does not */
function obstaclesOf(check: () => void): Obstacle[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!isReleaseRefusal(error)) throw error;
    return [obstacleOf(error, false)];
  }
}

/** The files that were sent, held to what `build.json` says of them. */
function assertSent(descriptor: BuildDescriptor, sent: Asked['files']): void {
  for (const file of Object.keys(descriptor.files)) {
    if (!isRead(file)) continue;
    const text = textOf(sent, file);
    if (text === undefined) throw new ReleaseRefusal('FILE_MISSING', `${file} is in build.json and was not sent.`);
    if (!isAsDescribed(descriptor, file, text))
      throw new ReleaseRefusal('FILE_MISMATCH', `${file} has other bytes than build.json says.`);
  }
}

/** Only what is as large as `build.json` says, which has a limit, is looked at and compressed. */
function measureSent(descriptor: BuildDescriptor, sent: Asked['files']): Promise<BuildFacts> {
  const genuine = new Map(Object.entries(sent).filter(([file, text]) => isAsDescribed(descriptor, file, text)));
  return measureFiles(descriptor, {
    text: (file) => Promise.resolve(genuine.get(file) ?? ''),
    wireBytes: async (file) => {
      const content = Buffer.from(genuine.get(file) ?? '');
      if (!isCompressible(file, content)) return descriptor.files[file]?.bytes ?? 0;
      return (await compress(content)).br.length;
    },
  });
}

async function servedSet(core: ReleaseCore, channel: string) {
  const current = await core.channels.current(channel);
  const set = await readBuildSet(core, current?.builds ?? {});
  if (!current || !set['shell']) throw new ReleaseRefusal('CHANNEL_EMPTY', `${channel} has no shell yet.`);
  return { number: current.number, set, shell: set['shell'] };
}

/** Who may publish it, and whether it can be published: each by itself, so that all that is wrong is named at once. */
function publishingObstacles(
  { keys }: ReleaseCore,
  descriptor: BuildDescriptor,
  asked: Asked,
  actor: Actor,
): Obstacle[] {
  const { channel: _, files, ...signed } = asked;
  const trust = keys.trust();
  const { name, owner } = descriptor;
  const found = [
    () => assertMayRelease(actor, teamOf(trust, name) ?? owner),
    () => assertOwner(trust, name, owner),
    () => void openSignedBuild(signed, trust),
    () => assertPublishable(descriptor),
    () => assertSent(descriptor, files),
  ].flatMap(obstaclesOf);
  return [...new Map(found.map((obstacle) => [obstacle.message, obstacle])).values()];
}

/**
 * Says of a build what publishing and promoting it would be refused for, by the rules that decide then.
 * @throws {ReleaseRefusal} `DESCRIPTOR_INVALID`, `CHANNEL_EMPTY`
 */
export async function inspect(core: ReleaseCore, asked: Asked, actor: Actor): Promise<Inspection> {
  const { channel, files: sent } = asked;
  const descriptor = parseDescriptor(asked.payload);
  const { name, buildId, version } = descriptor;
  const { number, set, shell } = await servedSet(core, channel);
  const after: BuildSet = { ...set, [name]: descriptor };
  // What no one could publish has no limits: nothing of it is measured.
  const isPublishable = obstaclesOf(() => assertPublishable(descriptor)).length === 0;
  const facts = isPublishable ? await measureSent(descriptor, sent) : { unsafe: {}, platformFaults: [], wireBytes: {} };
  const wrote = await servedBuilds(core.db, channel).wroteDrafts(name, buildId);
  const change = {
    before: set,
    after,
    facts: { [name]: facts },
    wroteDrafts: { [name]: await Promise.all(wrote.map((id) => core.registry.find(name, id))) },
    isRollback: false,
  };
  const findings = isPublishable ? checkChange(change) : [];
  const at = core.now();
  const frozen = (await readFreezes(core.db, channel, at)).filter(({ from }) => new Date(from) <= at);
  const standing = await storedBuild(core.blobs, name, buildId);
  const isPublished = standing?.payload === asked.payload;
  return {
    channel,
    number,
    at: at.toISOString(),
    shell: { version: shell.version, buildId: shell.buildId },
    team: teamOf(core.keys.trust(), name),
    obstacles: [
      ...publishingObstacles(core, descriptor, asked, actor),
      ...(standing && !isPublished
        ? [obstacleOf({ code: 'BUILD_EXISTS', message: `${name} ${buildId} is published with other contents.` }, false)]
        : []),
      ...findings.map((finding) => obstacleOf(finding, true)),
      ...frozen.map(({ until, reason }) =>
        obstacleOf({ code: 'FROZEN', message: `${channel} is frozen until ${until}: ${reason}.` }, true),
      ),
    ],
    warnings: (isPublishable ? checkTypes(set, after).warnings : []).map((finding) => ({
      ...finding,
      remedy: REFUSALS[finding.code].remedy,
    })),
    isPublished,
    sameVersion: (await core.registry.matching(name, version)).filter((id) => id !== buildId),
    firstLoadBytes: firstLoadBytes(descriptor, facts),
    budgetBytes: budgetOf(descriptor),
  };
}
