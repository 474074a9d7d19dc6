/** What changed between two versions of a letter, line by line. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Above this many comparisons the changed middle is shown as replaced whole. */
const MAX_COMPARISONS = 4_000_000;

const lines = (text: string): string[] => text.split(/\r\n|\r|\n/);

function middle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const removed = before.map((text): DiffLine => ({ kind: 'removed', text }));
  const added = after.map((text): DiffLine => ({ kind: 'added', text }));
  if (before.length === 0 || after.length === 0 || before.length * after.length > MAX_COMPARISONS)
    return [...removed, ...added];

  // longest[i][j]: lines the tails from i and j have in common.
  const width = after.length + 1;
  const longest = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      longest[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));

  const result: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [left, right] = [before[i], after[j]];
    if (left !== undefined && left === right) {
      result.push({ kind: 'same', text: left });
      i += 1;
      j += 1;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      result.push({ kind: 'removed', text: left });
      i += 1;
    } else if (right !== undefined) {
      result.push({ kind: 'added', text: right });
      j += 1;
    }
  }
  return result;
}

/** Lines of both versions in reading order; leaving out the added ones gives `before`, the removed ones `after`. */
export function diffLetters(before: string, after: string): readonly DiffLine[] {
  const [left, right] = [lines(before), lines(after)];
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (
    end < left.length - start &&
    end < right.length - start &&
    left[left.length - 1 - end] === right[right.length - 1 - end]
  )
    end += 1;
  const same = (text: string): DiffLine => ({ kind: 'same', text });
  return [
    ...left.slice(0, start).map(same),
    ...middle(left.slice(start, left.length - end), right.slice(start, right.length - end)),
    ...left.slice(left.length - end).map(same),
  ];
}
