import type { SlotName } from '@redress/contracts';

/** A slot that is drawn now, as releases are followed by it. */
export interface SlotOnScreen {
  name: SlotName;
  buildId: string;
  /** The current build when it was loaded; another one is drawn when that one failed. */
  inPlaceOf: string;
  /** Remote of the page around it. */
  page: string;
  /** A person typed or pressed in it: what is in its fields, or under way, is nowhere else. */
  isUsed(): boolean;
  /**
   * Draws what the release in use says, once that is loaded.
   * @param mayStay - what is there stays when nothing can be loaded
   */
  replace(mayStay: boolean): void;
}

const slots = new Set<SlotOnScreen>();

export const slotsOnScreen = (): readonly SlotOnScreen[] => [...slots];

/** @returns the way to take it off the list */
export function enterSlot(slot: SlotOnScreen): () => void {
  slots.add(slot);
  return () => slots.delete(slot);
}
