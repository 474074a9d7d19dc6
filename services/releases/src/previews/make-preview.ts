import type { SignedSnapshot } from '@redress/contracts/releases';
import { assertMayServe, type ChannelAct } from '../channels/channel-context.ts';
import { servedBuilds } from '../channels/served-builds.ts';
import { ReleaseRefusal } from '../refusal.ts';
import type { SnapshotBuilds } from '../store/schema.ts';

/** Builds in place of those of everybody, or everything as a numbered snapshot had it. */
export type PreviewTarget = { builds: readonly { name: string; buildId: string }[] } | { snapshot: number };

/**
 * Signs what a preview shows until it ends; the channel serves nothing else because of it. Whoever opens it runs it on the
 * site itself, so it passes the gate like a promotion; of a snapshot of before, like a rollback.
 * @returns `isNew`: it shows a build that never served everybody
 */
export const preview: ChannelAct<
  { target: PreviewTarget; until: Date },
  { signed: SignedSnapshot; what: string; isNew: boolean }
> = async (context, channel, { target, until }, actor) => {
  const { changer, reads, registry } = context;
  if ('builds' in target) for (const build of target.builds) await assertMayServe(context, actor, build);
  const past = 'snapshot' in target ? await reads.buildsAt(channel, target.snapshot) : null;
  return changer.within(channel, async (trx, state) => {
    // What goes back is asked of its owners, as in a rollback.
    for (const [name, { current: buildId }] of Object.entries(past ?? {})) {
      if (state.builds[name]?.current !== buildId) await assertMayServe(context, actor, { name, buildId });
    }
    const builds: SnapshotBuilds = { ...(past ?? state.builds) };
    const named: string[] = [];
    for (const { name, buildId } of 'builds' in target ? target.builds : []) {
      const { version } = await registry.find(name, buildId);
      builds[name] = { current: buildId, lastGood: state.builds[name]?.current ?? null };
      named.push(`${name} ${version}-${buildId}`);
    }
    if (!builds['shell']) throw new ReleaseRefusal('REMOTE_UNKNOWN', `${channel} has no shell yet.`);
    await changer.passGate(trx, {
      channel,
      before: state.builds,
      after: builds,
      actor,
      options: {},
      isRollback: past !== null,
      isPreview: true,
    });
    const served = servedBuilds(trx, channel);
    const bad: string[] = [];
    let isNew = false;
    for (const [name, { current: buildId }] of Object.entries(builds)) {
      if (buildId === state.builds[name]?.current) continue;
      const known = await served.find(name, buildId);
      if (known?.bad) bad.push(name);
      if (!known?.servedEverybody) isNew = true;
    }
    // Who looks for why a build failed has to see it; who was sent the address has to know what it is.
    const marked = bad.length > 0 ? ` (marked bad: ${bad.join(', ')})` : '';
    const what = ('snapshot' in target ? `snapshot ${target.snapshot}` : named.join(', ')) + marked;
    // What is switched off stays off, as in a rollback: no browser runs a file of it.
    const { off } = state;
    const by = actor.team ?? actor.name;
    return { signed: await changer.signPreview(trx, channel, state, { builds, off, what, by, until }), what, isNew };
  });
};
