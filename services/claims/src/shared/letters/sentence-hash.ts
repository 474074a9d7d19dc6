import { createHash } from 'node:crypto';
import { plainSentence } from '@redress/domain/letter-gate';

/** Compared in full: what an operator let through is that sentence and no other. */
export const sentenceHash = (sentence: string): string =>
  createHash('sha256').update(plainSentence(sentence)).digest('hex');
