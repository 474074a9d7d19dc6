import { type BuildFolder, originOf, parseDescriptor, signBuild } from '@redress/release-client/publish';
import { channelSettings } from '../channels/channel-settings.ts';
import type { BuildRef } from '../channels/channel-reads.ts';
import { systemActor } from '../http/actor.ts';
import type { ReleaseCore } from '../release-core.ts';
import { isReleaseRefusal } from '../refusal.ts';
import { percentOf } from '../rollouts/rollouts.ts';

export interface StartReport {
  /** Builds now served that were not before. */
  promoted: { name: string; version: string; buildId: string }[];
  /** Sentences for the person at the terminal: what was held back, and why. */
  notes: string[];
}

/** How often a start decides again because somebody else changes the same remotes. */
const ATTEMPTS = 5;

/** Who serves builds of this machine: a start, and a remote that is being worked on. */
const OF_THIS_MACHINE = ['start', 'dev'];

/** @returns who put the build that serves a remote in the place of one of this machine; `null` where this machine did */
async function replacedBy({ channels }: ReleaseCore, channel: string, current: BuildRef): Promise<string | null> {
  const serving = await channels.servedBuild(channel, current.name, current.buildId);
  const [change] = serving ? await channels.history(channel, 1, serving.sinceNumber + 1) : [];
  return change && !OF_THIS_MACHINE.includes(change.actor) ? change.actor : null;
}

/**
 * What a start does with the builds on this machine: keeps the new ones and serves them, except for remotes that were
 * rolled back, and builds that served already until somebody promoted another one: a restart is no reason to take that
 * back. Both stay where they are until they are promoted.
 */
export async function publishFolders(
  core: ReleaseCore,
  channel: string,
  folders: readonly BuildFolder[],
): Promise<StartReport> {
  const { keys, registry } = core;
  const actor = systemActor('start');
  const descriptors = folders.map(({ payload }) => parseDescriptor(payload));
  keys.addTeams([...new Set(descriptors.map(({ owner }) => owner))]);
  for (const [index, folder] of folders.entries()) {
    const { owner } = descriptors[index] as (typeof descriptors)[number];
    try {
      await registry.publish(
        {
          signed: signBuild(folder.payload, keys.teamKey(owner)),
          readFile: (file) => folder.readFile(file),
          origin: await originOf(folder),
        },
        actor,
      );
    } catch (error) {
      if (isReleaseRefusal(error) && error.code !== 'STORE_AWAY') throw error;
      // What serves goes on serving while the store of builds is away, and the next start publishes. Where nothing serves yet, the
      // start waits for the store.
      if ((await core.channels.current(channel)) === null) throw error;
      return { promoted: [], notes: [`The builds of this machine are not published: ${(error as Error).message}`] };
    }
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await serveWhatIsNew(core, channel, descriptors);
    } catch (error) {
      // Somebody changed one of these remotes meanwhile: what is to be done is decided again.
      if (!isReleaseRefusal(error) || error.code !== 'CHANGED_MEANWHILE') throw error;
      if (attempt === ATTEMPTS) return { promoted: [], notes: [`The new builds are not served: ${error.message}`] };
    }
  }
}

/** @throws {ReleaseRefusal} `CHANGED_MEANWHILE` when one of these remotes was changed after it was looked at */
async function serveWhatIsNew(
  core: ReleaseCore,
  channel: string,
  descriptors: readonly ReturnType<typeof parseDescriptor>[],
): Promise<StartReport> {
  const { channels } = core;
  const actor = systemActor('start');
  // First: the promotion is refused when anything that is read after it comes of a later change.
  const seen = await channels.current(channel);
  const served = seen?.builds ?? {};
  const holds = await channels.holds(channel);
  const rolling = await channels.rollouts(channel);
  const notes: string[] = [];
  const wanted: (typeof descriptors)[number][] = [];
  for (const descriptor of descriptors) {
    const { name, buildId } = descriptor;
    if (served[name]?.current === buildId) continue;
    const hold = holds[name];
    const rollout = rolling.find(({ remote }) => remote === name);
    const current = served[name]?.current;
    const before = await channels.servedBuild(channel, name, buildId);
    const bad = before?.bad;
    const replacer = before && current ? await replacedBy(core, channel, { name, buildId: current }) : null;
    if (rollout) {
      notes.push(
        `${name} ${rollout.build_id} rolls out to ${percentOf(rollout)} %: no other build is served meanwhile.`,
      );
    } else if (hold) {
      const build = bad ? `${name}@${buildId}` : name;
      notes.push(
        `${name} is rolled back to ${hold.to} (${hold.reason}). Serve the new build with: npm run release -- promote ${build}`,
      );
    } else if (bad) {
      notes.push(
        `${buildId} of ${name} is marked bad (${bad.reason}). Serve it all the same with: npm run release -- promote ${name}@${buildId}`,
      );
    } else if (replacer !== null) {
      notes.push(
        `${name} stays at ${current}, which ${replacer} put in the place of ${buildId}. Serve the build of this machine with: npm run release -- promote ${name}@${buildId}`,
      );
    } else wanted.push(descriptor);
  }
  if (wanted.length === 0) return { promoted: [], notes };
  const { secondPersonMinutes } = await channelSettings(core.db, channel);
  if (secondPersonMinutes !== null && served['shell']) {
    const names = wanted.map(({ name }) => name).join(', ');
    return {
      promoted: [],
      notes: [...notes, `Two people promote to ${channel}: new builds of ${names} are not served.`],
    };
  }
  const promoted = wanted.map(({ name, version, buildId }) => ({ name, version, buildId }));
  const promote = (options: { reason: string; override?: boolean }) =>
    channels.promote(channel, promoted, actor, { ...options, seen: seen?.number ?? 0 });
  try {
    await promote({ reason: 'built on this machine' });
    return { promoted, notes };
  } catch (error) {
    if (!isReleaseRefusal(error) || ['ALREADY_CURRENT', 'CHANGED_MEANWHILE'].includes(error.code)) throw error;
    const isFirst = Object.keys(served).length === 0;
    notes.push(
      `The gate refuses the new builds (${error.code}): ${error.message} ${error.remedy}${isFirst ? ' They are served all the same: this channel has no others.' : ''}`,
    );
    if (!isFirst || error.findings.length === 0) return { promoted: [], notes };
    await promote({ reason: 'first start: there is nothing else to serve', override: true });
    return { promoted, notes };
  }
}
