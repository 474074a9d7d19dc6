import type { FormSession } from '@redress/contracts';

/** Sends saved drafts to the other tabs of this browser, and receives theirs. */
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

/** Tabs exchange drafts where the browser has BroadcastChannel; the server's revisions decide in any case. */
export function openDraftChannel(onSaved: (session: FormSession) => void): DraftChannel {
  if (typeof BroadcastChannel === 'undefined') return { saved() {}, close() {} };
  const channel = new BroadcastChannel(CHANNEL);
  // The last save may be answered after the channel was closed.
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
