import { listen } from '@redress/database';
import type { Secret } from '@redress/server/secrets';
import { NOTIFY_CHANNEL, type ChannelChange } from '../channels/channel-change.ts';
import { LEDGER_NOTICES } from '../ledger/ledger.ts';

/**
 * Hears of changes made by other programs (another release service, the command line) the moment they are committed.
 * @returns how to stop
 */
export function listenForChanges(
  url: Secret,
  {
    onChange,
    onAct,
    log,
    ...limits
  }: {
    onChange: (change: ChannelChange | null) => void;
    /** There is a new entry in the ledger. */
    onAct: () => void;
    log: (message: string) => void;
    askMs?: number;
    answerLimitMs?: number;
  },
): () => Promise<void> {
  return listen(url, {
    ...limits,
    log,
    name: 'releases-listen',
    channels: [NOTIFY_CHANNEL, LEDGER_NOTICES],
    onNotification: (channel, payload) =>
      channel === NOTIFY_CHANNEL ? onChange(JSON.parse(payload ?? 'null') as ChannelChange | null) : onAct(),
    // What was missed while there was no connection.
    onConnected() {
      onChange(null);
      onAct();
    },
    onLost(error) {
      log(`The connection for release notifications was lost: ${error.message}`);
      // Who waits for an act is told now that nothing can be heard, not when its time is over.
      onAct();
    },
  });
}
