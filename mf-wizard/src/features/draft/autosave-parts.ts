import type { FormSession } from '@redress/contracts';
import type { Position } from '@redress/domain';
import type { AppStore } from '@redress/session-store';
import type { Answers } from '../../shared/answers.ts';
import type { Uncommitted } from '../../shared/uncommitted.ts';
import type { DraftChannel } from './draft-channel.ts';
import type { UnsavedAnswersStore } from './unsaved-answers.ts';

/** What the autosave needs, and what it gives. */
export interface AutosaveParts {
  store: AppStore;
  unsaved: UnsavedAnswersStore;
  /** What the form on screen holds beyond the store. */
  uncommitted: Pick<Uncommitted, 'read' | 'commit' | 'discard' | 'onTyped'>;
  openChannel(onSaved: (session: FormSession) => void): DraftChannel;
  /** Names saves, so that one sent twice counts once. */
  newId(): string;
  /** Key of the local copy while the server has not made the draft; the same in this tab after a reload. */
  newDraftKey(): string;
  now(): number;
  /** 0 up to 1: tabs that wait for the same server come back one after another. */
  random(): number;
  /** Whether a server that did not answer answers now. */
  isServerBack(): Promise<boolean>;
  /** Another tab saved a newer version, and it was taken over because nothing was unsaved here. */
  onTakenOver(): void;
}

export interface Autosave {
  /** Opens a stored claim at a screen; `unsaved` are answers from before a reload that the server does not have. */
  open(session: FormSession, options: { resume: boolean; at: Position; unsaved?: Answers }): void;
  /** Saves now what is not saved, unless the server asked to wait. Resolves when the try is over, whatever came of it. */
  flush(): Promise<void>;
  /** The same at a person's request: at once. */
  retry(): Promise<void>;
  /** True while answers are neither on the server nor in this browser's storage: closing the page would lose them. */
  isAtRisk(): boolean;
  subscribe(listener: () => void): () => void;
  /** Stops watching; what is unsaved is sent once more and stays in this browser until acknowledged. */
  stop(): void;
}
