/** What was typed is handed over once typing has paused this long. */
export const COMMIT_PAUSE_MS = 300;

export interface CommitPointsOwner<Answers extends object> {
  /** With every key. `isFirst`: until now the owner had everything. */
  onTyped: (isFirst: boolean) => void;
  /** All that changed since the last time. */
  onCommit: (changed: Partial<Answers>) => void;
}

export interface CommitPoints<Answers extends object> {
  /** Answers the form holds and its owner was not given yet. */
  read(): Partial<Answers>;
  /**
   * @param isTyping - more may follow at once. A choice, a picked address or a spoken piece is whole as it is: it is
   * handed over now, after what was typed before it.
   */
  change(changed: Partial<Answers>, isTyping: boolean): void;
  /** Hands over now what was not handed over yet. */
  commit(): void;
  /** The form is for somebody or something else now: what was not handed over never is. */
  discard(): void;
}

/** When the answers of a form go to their owner. The form holds them; here stands only what the owner lacks. */
export function createCommitPoints<Answers extends object>(owner: CommitPointsOwner<Answers>): CommitPoints<Answers> {
  let changed: Partial<Answers> = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isEmpty = () => Object.keys(changed).length === 0;

  const points: CommitPoints<Answers> = {
    read: () => changed,
    change(change, isTyping) {
      if (!isTyping) {
        points.commit();
        owner.onCommit(change);
        return;
      }
      const isFirst = isEmpty();
      changed = { ...changed, ...change };
      clearTimeout(timer);
      timer = setTimeout(points.commit, COMMIT_PAUSE_MS);
      owner.onTyped(isFirst);
    },
    commit() {
      clearTimeout(timer);
      if (isEmpty()) return;
      const given = changed;
      changed = {};
      owner.onCommit(given);
    },
    discard() {
      clearTimeout(timer);
      changed = {};
    },
  };
  return points;
}
