import { shell } from '@redress/copy/shell';
import type { WaitReason } from '@redress/mf-runtime/host';
import { createNoticeLine } from '../notices/notice-line.ts';

/**
 * Says that a newer version waits: with a button where it may be taken now, without one where something is not saved yet.
 */
export function createReleaseNotice(agree: (remote: string) => void) {
  const show = createNoticeLine();

  return (waiting: ReadonlyMap<string, WaitReason>): void => {
    // A newer shell arrives with the next page change, unasked.
    const remotes = [...waiting].filter(([, reason]) => reason !== 'next-page');
    const isUnsaved = remotes.some(([, reason]) => reason === 'unsaved');
    if (remotes.length === 0) show(null);
    else if (isUnsaved) show({ text: `${shell.update.text} ${shell.update.waiting}` });
    else {
      const onPress = () => remotes.forEach(([name]) => agree(name));
      show({ text: shell.update.text, action: { label: shell.update.now, onPress } });
    }
  };
}
