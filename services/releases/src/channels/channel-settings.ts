import type { ChannelSettings } from '@redress/contracts/release-api';
import { assertManages, type Actor } from '../http/actor.ts';
import { appendToLedger } from '../ledger/ledger.ts';
import { ReleaseRefusal } from '../refusal.ts';
import { putRow, rowsWith } from '../store/rows.ts';
import type { Db, Trx } from '../store/schema.ts';
import { lockChannel } from './lock-channel.ts';

/** What is set for a channel; `null` and an empty table where nothing is. */
export async function channelSettings(db: Db, channel: string): Promise<ChannelSettings> {
  const row = await rowsWith(db, 'channel_setting', { channel }).executeTakeFirst();
  return {
    minGroups: row?.min_groups ?? null,
    secondPersonMinutes: row?.second_person_minutes ?? null,
    limits: row?.limits ?? {},
  };
}

export async function keepSettings(
  trx: Trx,
  channel: string,
  { minGroups: min_groups, secondPersonMinutes: second_person_minutes, limits }: ChannelSettings,
): Promise<void> {
  const row = { min_groups, second_person_minutes, limits: JSON.stringify(limits) };
  await putRow(trx, 'channel_setting', { channel }, row);
}

/**
 * @param change - what is not named stays; `limits` of a remote take the place of its limits before
 * @throws {ReleaseRefusal} `NOT_ALLOWED`: whoever promotes must not be able to end the second person
 */
export async function changeChannel(
  db: Db,
  channel: string,
  change: { [K in keyof ChannelSettings]?: ChannelSettings[K] | undefined },
  { actor, reason, now }: { actor: Actor; reason: string; now: Date },
): Promise<ChannelSettings> {
  if (actor.role !== 'key-holder') {
    assertManages(actor);
    if (change.secondPersonMinutes !== undefined)
      throw new ReleaseRefusal('NOT_ALLOWED', `${actor.name} is not a key holder.`);
  }
  return db.transaction().execute(async (trx) => {
    await lockChannel(trx, channel);
    const before = await channelSettings(trx, channel);
    const next: ChannelSettings = {
      minGroups: change.minGroups === undefined ? before.minGroups : change.minGroups,
      secondPersonMinutes:
        change.secondPersonMinutes === undefined ? before.secondPersonMinutes : change.secondPersonMinutes,
      limits: { ...before.limits, ...change.limits },
    };
    await keepSettings(trx, channel, next);
    const detail = { from: before, to: next };
    await appendToLedger(trx, { actor, action: 'channel', subject: channel, detail, reason, now });
    return next;
  });
}
