import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** An answer of the compiler, and what it was given for. */
export interface Kept<Answer> {
  key: string;
  answer: Answer;
}

/** @returns `null` for one that was never kept, was cut off while it was written, or answers another key */
export function readKept<Answer>(file: string, key: string): Answer | null {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept<Answer>;
    return kept.key === key ? (kept.answer ?? null) : null;
  } catch {
    return null;
  }
}

/** Written whole or not at all: builds of the same moment may keep the same. */
export function keep<Answer>(file: string, kept: Kept<Answer>): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(kept));
  renameSync(`${file}.${process.pid}`, file);
}
