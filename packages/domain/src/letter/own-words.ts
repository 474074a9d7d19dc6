/** Words that were written into a letter by hand stay when its answers change; all else follows the new answers. */
import { pairLines } from './align-parts.ts';
import { diffLetters } from './diff.ts';
import { joinParts, type LetterPart } from './letter.ts';

/** Lines `from` up to `to` of the text before, and what stands in their place. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** A line that replaces one like it is a change of its own: the other side keeps what stands beside it. */
function changesOf(before: string, after: string): Change[] {
  const changes: Change[] = [];
  let at = 0;
  let removed: string[] = [];
  let added: string[] = [];
  const close = () => {
    const pairs = pairLines(removed, added);
    const from = at - removed.length;
    let put = from;
    for (const [index, line] of added.entries()) {
      const of = from + (pairs[index] ?? -1);
      const isPaired = of >= from;
      if (isPaired) put = of + 1;
      changes.push({ from: isPaired ? of : put, to: put, lines: [line] });
    }
    removed.forEach((_, index) => {
      if (!pairs.includes(index)) changes.push({ from: from + index, to: from + index + 1, lines: [] });
    });
    [removed, added] = [[], []];
  };
  for (const { kind, text } of diffLetters(before, after)) {
    if (kind === 'same') close();
    if (kind === 'added') added.push(text);
    else at += 1;
    if (kind === 'removed') removed.push(text);
  }
  close();
  return changes;
}

/** Both changes of a text; where they meet, the one by hand. */
function bothChanges(before: string, typed: string, next: string): string {
  const own = changesOf(before, typed);
  const meets = (change: Change) => own.some(({ from, to }) => from < change.to && change.from < to);
  const all = [...own, ...changesOf(before, next).filter((change) => !meets(change))];
  const lines = before.split('\n');
  const result: string[] = [];
  let at = 0;
  // What is put in before a line comes in front of what replaces it.
  for (const { from, to, lines: by } of all.sort((a, b) => a.from - b.from || a.to - b.to)) {
    result.push(...lines.slice(at, from), ...by);
    at = to;
  }
  return [...result, ...lines.slice(at)].join('\n');
}

const textsById = (parts: readonly LetterPart[]) => new Map(parts.map(({ id, text }) => [id, text]));

/**
 * @param written - parts of the letter as our rules wrote it
 * @param typed - its parts now
 * @param next - parts of the letter of the new answers, under the same days as both
 * @returns `null` where nothing was written by hand: `next` is the letter
 */
export function withOwnWords(
  written: readonly LetterPart[],
  typed: readonly LetterPart[],
  next: readonly LetterPart[],
): readonly LetterPart[] | null {
  if (joinParts(written) === joinParts(typed)) return null;
  const before = textsById(written);
  const now = textsById(typed);
  const result: LetterPart[] = [];
  let gone: LetterPart['joins'] | null = null;
  for (const part of next) {
    const [was, is] = [before.get(part.id), now.get(part.id)];
    // Taken out by hand: what follows begins where it began.
    if (was !== undefined && is === undefined) gone ??= part.joins;
    else {
      const text = was === undefined || is === undefined ? part.text : bothChanges(was, is, part.text);
      if (text) result.push({ ...part, text, joins: gone ?? part.joins });
      gone = null;
    }
  }
  const isNext = new Set(next.map(({ id }) => id));
  for (const [index, part] of typed.entries()) {
    if (isNext.has(part.id) || before.get(part.id) === part.text) continue;
    const earlier = new Set(typed.slice(0, index).map(({ id }) => id));
    result.splice(result.findLastIndex(({ id }) => earlier.has(id)) + 1, 0, part);
  }
  return result;
}
