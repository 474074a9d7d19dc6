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

/** Used where the browser keeps nothing for this site: the choice then lasts as long as the document. */
let unkept: string | null = null;

function read(): string | null {
  try {
    return unkept ?? localStorage.getItem(KEY);
  } catch {
    return unkept;
  }
}

/** @returns `null` when this visitor has not been asked, or was asked about other tags */
export function readChoice(version: string): Choice | null {
  try {
    const kept: unknown = JSON.parse(read() ?? 'null');
    return isKept(kept) && kept.version === version ? kept.choice : null;
  } catch {
    return null;
  }
}

export function keepChoice(version: string, choice: Choice, now = new Date()): void {
  const text = JSON.stringify({ version, choice, at: now.toISOString() } satisfies Kept);
  try {
    localStorage.setItem(KEY, text);
    unkept = null;
  } catch {
    unkept = text;
  }
}

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
