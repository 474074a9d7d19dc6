import type { FormSession } from '@redress/contracts';

/** Tells the other tabs of this browser that a draft was saved, and hears it from them. */
export interface DraftChannel {
  saved(session: FormSession): void;
  close(): void;
}

const CHANNEL = 'redress-draft';

interface SavedMessage {
  kind: 'saved';
  session: FormSession;
}

const isSaved = (message: unknown): message is SavedMessage =>
  typeof message === 'object' &&
  message !== null &&
  'kind' in message &&
  message.kind === 'saved' &&
  'session' in message;

/** Tabs speak to each other where the browser can; the server's revisions decide in any case. */
export function openDraftChannel(onSaved: (session: FormSession) => void): DraftChannel {
  if (typeof BroadcastChannel === 'undefined') return { saved() {}, close() {} };
  const channel = new BroadcastChannel(CHANNEL);
  // The last save may be answered after the page has let go of the channel.
  let isOpen = true;
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isSaved(data)) onSaved(data.session);
  };
  return {
    saved(session) {
      if (isOpen) channel.postMessage({ kind: 'saved', session } satisfies SavedMessage);
    },
    close() {
      isOpen = false;
      channel.close();
    },
  };
}
