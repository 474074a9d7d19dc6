/** First member of every snapshot, so that what is signed begins with what it is. */
export const SNAPSHOT_KIND = 'redress snapshot';

/** The second form is that of snapshots made before they named their kind; nothing else that is signed begins so. */
const SNAPSHOT = new RegExp(`^\\{("kind":"${SNAPSHOT_KIND}",|"format":1,"product":"[a-z]*","channel":)`);

/**
 * Whether a signed text is a snapshot. A key that signs other things as well (a statement of freshness, `redress
 * freshness` before it) must not make a snapshot of them by a reader's mistake, whatever their text can be read as.
 */
export const isSnapshotText = (text: string): boolean => SNAPSHOT.test(text);

/** First member of the rules of a channel's rollouts; the channel's key signs them too. */
export const ROLLOUT_KIND = 'redress rollout';

/** First member of the index of a snapshot. */
export const INDEX_KIND = 'redress index';

export const isIndexText = (text: string): boolean => text.startsWith(`{"kind":"${INDEX_KIND}",`);
