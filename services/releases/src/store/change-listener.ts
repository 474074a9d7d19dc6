import { listen } from '@redress/database';
import type { Secret } from '@redress/server/secrets';
import { NOTIFY_CHANNEL, type ChannelChange } from '../channels/channel-change.ts';

/**
 * Hears of changes made by other programs (another release service, the command line) the moment they are committed.
 * @returns how to stop
 */
export function listenForChanges(
  url: Secret,
  {
    onChange,
    log,
    ...limits
  }: {
    onChange: (change: ChannelChange | null) => void;
    log: (message: string) => void;
    askMs?: number;
    answerLimitMs?: number;
  },
): () => Promise<void> {
  return listen(url, {
    ...limits,
    log,
    name: 'releases-listen',
    channels: [NOTIFY_CHANNEL],
    onNotification: (_, payload) => onChange(JSON.parse(payload ?? 'null') as ChannelChange | null),
    // What was missed while there was no connection.
    onConnected: () => onChange(null),
    onLost: (error) => log(`The connection for release notifications was lost: ${error.message}`),
  });
}
