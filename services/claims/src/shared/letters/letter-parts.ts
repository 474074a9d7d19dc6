import { alignParts, type LetterPart } from '@redress/domain/letter';
import type { VersionRow } from './letter.repository.ts';

/** The parts of a version, aligned with its text: rules of now may part a line otherwise than those that wrote it. */
export const partsOf = ({ parts, text }: VersionRow): readonly LetterPart[] => alignParts(parts, text);
