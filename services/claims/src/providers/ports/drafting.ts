import type { ClaimFormData } from '@redress/contracts';
import type { Letter, LetterPart } from '@redress/domain/letter';

/** A letter whose account of the facts was put into other words. */
export interface DraftedLetter {
  parts: readonly LetterPart[];
  text: string;
  model: string;
  /** Hash of everything the model was asked; kept with the letter. */
  promptHash: string;
}

export interface Drafting {
  /** @returns `null` when there is no proposal that may be used; the composed letter then stands */
  propose(letter: Letter, answers: ClaimFormData, signal?: AbortSignal): Promise<DraftedLetter | null>;
}
