import type { ActName, Plan, Released } from '@redress/contracts/release-api';
import { channelSettings } from '../channels/channel-settings.ts';
import type { ChangeOptions } from '../channels/channel-change.ts';
import type { BuildRef } from '../channels/channel-reads.ts';
import type { TriedChannels } from '../channels/channels.ts';
import { isWayBack } from '../channels/take-place.ts';
import type { Actor } from '../http/actor.ts';
import type { KeyFolder } from '../keys/key-folder.ts';
import type { ReleaseOperations } from '../release-operations.ts';
import { assertIsPerson } from '../plans/plan-rules.ts';
import { plan, type PlannedPromotion } from '../plans/plans.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { plannedShare } from '../rollouts/roll-out.ts';
import type { ReleaseCore } from '../release-core.ts';

/** A channel is one that the trust document has keys of; no operation is asked of any other. */
export function ofKnownChannels<O extends Partial<ReleaseOperations>>(keys: KeyFolder, operations: O): O {
  type Operation = (input: { channel?: string }, actor: Actor) => Promise<unknown>;
  // The cast: each operation has arguments of its own type, and of all only the channel is read here.
  const checked = Object.entries(operations as unknown as Record<string, Operation>).map(([name, operation]) => [
    name,
    async (input: { channel?: string }, actor: Actor) => {
      const { channel } = input;
      if (channel === undefined || Object.hasOwn(keys.trust().channels, channel)) return operation(input, actor);
      throw new ReleaseRefusal('CHANNEL_UNKNOWN', `There is no channel ${channel}.`);
    },
  ]);
  return Object.fromEntries(checked) as O;
}

const refuseUntilConfirmed = ({ id, channel, expiresAt }: Plan): never => {
  const message = `Two people promote to ${channel}: promotion ${id} waits until ${expiresAt} for another one.`;
  throw new ReleaseRefusal('CONFIRMATION_NEEDED', message);
};

/**
 * Every call that changes what a channel serves.
 * @param channels - those of the core, or those of a rehearsal
 * @param onSecondPerson - of a rehearsal: told that another person has to confirm, where the act itself would wait
 */
export function channelActs(
  core: ReleaseCore,
  channels: TriedChannels,
  onSecondPerson?: (minutes: number) => void,
): Pick<ReleaseOperations, ActName> {
  const { db } = core;

  /** Promotes, or writes down what another person is to confirm first. */
  const promoteOrPlan = async (
    channel: string,
    actor: Actor,
    act: () => Promise<Released>,
    planned: () => Promise<PlannedPromotion> | PlannedPromotion,
  ): Promise<Released> => {
    const { secondPersonMinutes } = await channelSettings(db, channel);
    if (secondPersonMinutes === null) return act();
    if (!onSecondPerson) return refuseUntilConfirmed(await plan(core, await planned(), actor));
    assertIsPerson(actor, channel);
    onSecondPerson(secondPersonMinutes);
    return act();
  };

  /** One build in the place of a remote of another name, which nobody can be asked to confirm. */
  const succeed = async (
    channel: string,
    [to, another]: readonly BuildRef[],
    remote: string,
    actor: Actor,
    options: ChangeOptions,
  ): Promise<Released> => {
    if (!to || another)
      throw new ReleaseRefusal('REQUEST_INVALID', `Name one build that takes the place of ${remote}.`);
    const { secondPersonMinutes } = await channelSettings(db, channel);
    if (secondPersonMinutes !== null && !isWayBack(await channels.servedBuild(channel, to.name, to.buildId))) {
      const message = `Two people promote to ${channel}, and nobody can confirm that ${to.name} takes the place of ${remote}: a key holder sets that aside for it.`;
      throw new ReleaseRefusal('NOT_ALLOWED', message);
    }
    return channels.takePlace(channel, { remote, to }, actor, options);
  };

  return {
    async promote({ channel, builds, retire, ...options }, actor) {
      const refs = await channels.namedBuilds(builds);
      if (retire !== undefined) return succeed(channel, refs, retire, actor, options);
      const promote = () => channels.promote(channel, refs, actor, options);
      return promoteOrPlan(channel, actor, promote, () => ({ channel, builds: refs, at: null, ...options }));
    },
    async rollOut({ channel, remote, build, percent, next, cohorts, evenIfBad, ...options }, actor) {
      const buildId = await channels.resolveBuild(remote, build);
      const wanted = { remote, buildId, percent, next, cohorts, evenIfBad };
      const rollOut = () => channels.rollOut(channel, wanted, actor, options);
      return promoteOrPlan(channel, actor, rollOut, async () => {
        const running = (await channels.rollouts(channel)).find((row) => row.remote === remote);
        const builds = [{ name: remote, buildId, evenIfBad }];
        return { channel, builds, rollout: plannedShare(wanted, running), at: null, ...options };
      });
    },
    async changeRollout({ channel, remote, act, ...options }, actor) {
      const change = () => channels.changeRollout(channel, { remote, act }, actor, options);
      if (act !== 'finish') return change();
      return promoteOrPlan(channel, actor, change, async () => {
        const rolling = (await channels.rollouts(channel)).find((row) => row.remote === remote);
        if (!rolling) throw new ReleaseRefusal('ROLLOUT_UNKNOWN', `${remote} does not roll out on ${channel}.`);
        return { channel, builds: [{ name: remote, buildId: rolling.build_id }], at: null, ...options };
      });
    },
    async rollBack({ channel, remote, to, remotes, snapshot, ...options }, actor) {
      if (remote !== undefined) return channels.rollBack(channel, { remotes: [{ remote, to }] }, actor, options);
      if (remotes) return channels.rollBack(channel, { remotes }, actor, options);
      if (snapshot !== undefined) return channels.rollBack(channel, { snapshot }, actor, options);
      throw new ReleaseRefusal('REQUEST_INVALID', 'Name a remote, remotes or a snapshot.');
    },
    switchOff: ({ channel, remote, ...options }, actor) => channels.switchOff(channel, remote, actor, options),
    switchOn: ({ channel, remote, ...options }, actor) => channels.switchOn(channel, remote, actor, options),
    retire: ({ channel, remote, ...options }, actor) => channels.retire(channel, remote, actor, options),
  };
}
