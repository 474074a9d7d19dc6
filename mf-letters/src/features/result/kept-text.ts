import { forgetOldStorage, getStore, PERSONAL_STORAGE_PREFIX, selectOwner, stored } from '@redress/session-store';

export interface KeptText {
  /** Version of the letter the text was typed on. */
  baseVersion: number;
  text: string;
}

const VERSION = 1;

interface Entry extends KeptText {
  v: number;
  /** Account that typed it; entries of earlier builds name none. */
  owner?: string | null;
  /** ISO instant. */
  keptAt?: string;
}

const isEntry = (kept: unknown): kept is Entry =>
  typeof kept === 'object' &&
  kept !== null &&
  'v' in kept &&
  kept.v === VERSION &&
  'text' in kept &&
  typeof kept.text === 'string' &&
  'baseVersion' in kept &&
  typeof kept.baseVersion === 'number';

const textsIn = (area: 'tab' | 'browser') =>
  stored(area, `${PERSONAL_STORAGE_PREFIX}letter-text.`, (kept) => (isEntry(kept) ? kept : null));

/**
 * Text of a letter that was typed and not saved: a session that ends, a reload or a replaced build must not lose a word.
 * In the tab, where a build before this one looks for it, and in the browser, where its account finds it again after
 * another one has used this computer. Declared in remote.config.ts; a build reads only versions it names.
 */
const inTab = textsIn('tab');
const inBrowser = textsIn('browser');

const isMine = ({ owner }: Entry) => !owner || owner === selectOwner(getStore().getState());

export function readKeptText(formSessionId: string): KeptText | null {
  forgetOldStorage(Date.now());
  const kept = [inTab, inBrowser].map((texts) => texts.read(formSessionId)).find((entry) => entry && isMine(entry));
  return kept ? { baseVersion: kept.baseVersion, text: kept.text } : null;
}

export function keepText(formSessionId: string, kept: KeptText | null): void {
  const { session } = getStore().getState();
  // This document is being left to another account: what is kept stays as it is.
  if (session.status === 'leaving') return;
  const owner = selectOwner(getStore().getState());
  const entry = kept && { v: VERSION, ...kept, owner, keptAt: new Date().toISOString() };
  // Where storage refuses it, the text is still on screen, and leaving the page asks first.
  for (const texts of [inTab, inBrowser]) texts.write(entry, formSessionId);
}
