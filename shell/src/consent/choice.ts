import { stored } from '@redress/session-store';

/** What a visitor said to third-party tags. Kept on this device alone, with the version of what was asked. */
export type Choice = 'accepted' | 'refused';

const KEY = 'redress.consent';

interface Kept {
  version: string;
  choice: Choice;
  at: string;
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  'choice' in value &&
  (value.choice === 'accepted' || value.choice === 'refused');

// Where the browser keeps nothing for this site, the choice lasts as long as the document.
const kept = stored('browser', KEY, (value) => (isKept(value) ? value : null));

/** @returns `null` when this visitor has not been asked, or was asked about other tags */
export function readChoice(version: string): Choice | null {
  const last = kept.read();
  return last?.version === version ? last.choice : null;
}

export const keepChoice = (version: string, choice: Choice, now = new Date()): void =>
  void kept.write({ version, choice, at: now.toISOString() });

/** Calls back when another tab of this site has a choice made. */
export function watchChoice(signal: AbortSignal, onChange: () => void): void {
  addEventListener(
    'storage',
    ({ key }) => {
      if (key === KEY || key === null) onChange();
    },
    { signal },
  );
}

/** The browser itself says no on behalf of its person (Global Privacy Control). */
export const browserRefuses = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
