/**
 * Gives an edited letter its parts back. A line that still stands keeps its part; a changed line takes the part of the
 * line it replaces; only what stands beside no part of the letter before has none.
 */
import { diffLetters, type DiffLine } from './diff.ts';
import { joinParts, type LetterPart, type Provenance } from './letter.ts';

/** Words the claimant wrote into the letter. Such a part has no kind of its own: its look may be guessed. */
const WRITTEN_IN: Provenance = { kind: 'answer', ref: 'edited' };

export const isWrittenIn = ({ from }: Pick<LetterPart, 'from'>): boolean => from.ref === WRITTEN_IN.ref;

/** A stretch of one line and the part it belongs to; `null` for words without a part. */
interface Piece {
  readonly part: number | null;
  readonly text: string;
}
type Line = readonly Piece[];

const normalized = (text: string): string => text.replace(/\r\n?/g, '\n');

/** The lines of the letter before, cut where one part ends and the next begins. */
function linesOf(parts: readonly LetterPart[]): Line[] {
  const lines: Piece[][] = [];
  parts.forEach(({ text, joins }, part) => {
    if (part > 0 && joins === 'block') lines.push([]);
    text.split('\n').forEach((line, index) => {
      const last = lines.at(-1);
      if (index === 0 && part > 0 && joins === 'sentence' && last) last.push({ part, text: line });
      else lines.push([{ part, text: line }]);
    });
  });
  return lines;
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

/** Share of words two lines have in common, 0 to 1. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let common = 0;
  for (const word of a) if (b.has(word)) common += 1;
  return common / Math.max(a.size, b.size);
}

/** Below this a changed line is a new line. */
const LIKE_ENOUGH = 0.3;
/** Above this many pairs the lines of a change are not compared. */
const MAX_PAIRS = 250_000;

/**
 * Which removed line each added line replaces, in order.
 * @returns for each added line the index of the removed one, or -1
 */
export function pairLines(removed: readonly string[], added: readonly string[]): number[] {
  const none = added.map(() => -1);
  if (removed.length === 0 || removed.length * added.length > MAX_PAIRS) return none;
  const [before, after] = [removed.map(wordsOf), added.map(wordsOf)];
  const width = added.length + 1;
  // best[i][j]: likeness that can be kept between the tails from removed line i and added line j.
  const best = new Float64Array((removed.length + 1) * width);
  const like = new Float64Array(removed.length * width);
  for (let i = removed.length - 1; i >= 0; i -= 1)
    for (let j = added.length - 1; j >= 0; j -= 1) {
      const own = likeness(before[i] as Set<string>, after[j] as Set<string>);
      like[i * width + j] = own;
      const paired = own >= LIKE_ENOUGH ? own + (best[(i + 1) * width + j + 1] ?? 0) : -1;
      best[i * width + j] = Math.max(paired, best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0);
    }
  let [i, j] = [0, 0];
  while (i < removed.length && j < added.length) {
    const own = like[i * width + j] ?? 0;
    const here = best[i * width + j] ?? 0;
    if (own >= LIKE_ENOUGH && here === own + (best[(i + 1) * width + j + 1] ?? 0)) {
      none[j] = i;
      i += 1;
      j += 1;
    } else if (here === (best[(i + 1) * width + j] ?? 0)) i += 1;
    else j += 1;
  }
  return none;
}

/** Cuts a changed line into the parts of the line it replaces; words between two kept parts go to the one that changed. */
function cutLike(text: string, like: Line): Piece[] {
  if (like.length === 1) return [{ part: like[0]?.part ?? null, text }];
  const pieces: Piece[] = [];
  let from = 0;
  let open: number | null = null;
  const closeGap = (to: number) => {
    const gap = text.slice(from, to);
    if (gap.trim() === '') return;
    pieces.push({ part: open ?? pieces.at(-1)?.part ?? like[0]?.part ?? null, text: gap.trim() });
  };
  for (const piece of like) {
    const at = text.indexOf(piece.text, from);
    if (at < 0) {
      open ??= piece.part;
      continue;
    }
    closeGap(at);
    open = null;
    pieces.push(piece);
    from = at + piece.text.length;
  }
  closeGap(text.length);
  return pieces;
}

/** The pieces of the lines of one change. */
function changedLines(removed: readonly Line[], added: readonly string[], around: readonly [Line, Line]): Line[] {
  const text = (line: Line) => line.map((piece) => piece.text).join(' ');
  const pairs = pairLines(removed.map(text), added);
  const touched = new Set(removed.flatMap((line) => line.map(({ part }) => part)));
  const [only] = touched.size === 1 ? touched : [undefined];
  const [left, right] = [around[0].at(-1)?.part, around[1][0]?.part];
  const inside = left !== undefined && left === right ? left : undefined;
  return added.map((line, index) => {
    const like = removed[pairs[index] ?? -1];
    return like ? cutLike(line, like) : [{ part: only ?? inside ?? null, text: line }];
  });
}

function assign(before: readonly Line[], diff: readonly DiffLine[]): Line[] {
  const result: Line[] = [];
  let at = 0;
  let index = 0;
  while (index < diff.length) {
    const start = index;
    while (diff[index]?.kind !== 'same' && index < diff.length) index += 1;
    const changed = diff.slice(start, index);
    const added = changed.filter(({ kind }) => kind === 'added').map(({ text }) => text);
    const removed = before.slice(at, at + changed.length - added.length);
    if (added.length > 0) {
      const next = before[at + removed.length] ?? [];
      result.push(...changedLines(removed, added, [before[at - 1] ?? [], next]));
    }
    at += removed.length;
    const same = before[at];
    if (same && index < diff.length) result.push(same);
    // Of no parts at all there is still one line, an empty one: it has no part to keep.
    at += 1;
    index += 1;
  }
  return result;
}

/** Puts pieces that follow each other in one part back together. */
function partsOfLines(lines: readonly Line[], before: readonly LetterPart[]): LetterPart[] {
  const parts: { -readonly [Key in keyof LetterPart]: LetterPart[Key] }[] = [];
  let last: number | null | undefined;
  let emptyLines = 0;
  const seen = new Set<number>();
  for (const line of lines) {
    if (line.every(({ text }) => text.trim() === '')) {
      emptyLines += 1;
      continue;
    }
    line.forEach(({ part, text }, index) => {
      const words = text.trim();
      if (words === '') return;
      const open = parts.at(-1);
      const goesOn = open && part === last && (part !== null || emptyLines === 0);
      if (goesOn) open.text += `${index > 0 ? ' ' : emptyLines > 0 ? '\n\n' : '\n'}${words}`;
      else {
        const source = part === null || seen.has(part) ? undefined : before[part];
        if (part !== null) seen.add(part);
        parts.push({
          id: source?.id ?? `edited-${parts.length + 1}`,
          kind: source?.kind ?? 'paragraph',
          from: source?.from ?? WRITTEN_IN,
          text: words,
          joins: index > 0 ? 'sentence' : emptyLines > 0 ? 'block' : 'line',
        });
      }
      last = part;
      emptyLines = 0;
    });
  }
  return parts;
}

/**
 * The parts of an edited text. Joined they give its words, in order; only white space may differ.
 * @param parts - of the version it was typed on
 */
export function alignParts(parts: readonly LetterPart[], text: string): readonly LetterPart[] {
  const edited = normalized(text);
  if (joinParts(parts) === edited) return parts;
  const before = linesOf(parts);
  const diff = diffLetters(before.map((line) => line.map((piece) => piece.text).join(' ')).join('\n'), edited);
  return partsOfLines(assign(before, diff), parts);
}
