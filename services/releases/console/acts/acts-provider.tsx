import { Notice, announce } from '@redress/ui';
import { useMemo, useState, type ReactNode } from 'react';
import styles from './acts.module.css';
import { ActsContext, type Acts, type DoneAct, type WantedAct } from './wanted-act.ts';
import { PromoteAct, RenameAct } from './promote-acts.tsx';
import { Proof } from './proof.tsx';
import { BackToAct, RollBackAct, RollBackSeveralAct } from './rollback-acts.tsx';
import { ChangeRolloutAct, RollOutAct } from './rollout-acts.tsx';
import { SwitchAct } from './switch-acts.tsx';

/** Holds the dialog of an act over every view, and afterwards what became of it. */
export function ActsProvider({ children }: { children: ReactNode }) {
  const [act, setAct] = useState<WantedAct | null>(null);
  const [done, setDone] = useState<DoneAct | null>(null);
  const acts = useMemo<Acts>(() => ({ open: setAct }), []);
  const finish = (what: DoneAct) => {
    setAct(null);
    setDone(what);
    announce(what.text);
  };
  return (
    <ActsContext value={acts}>
      {done && (
        <div className={styles['done']}>
          <Notice tone={done.waits ? 'warning' : 'success'}>{done.text}</Notice>
          {done.number !== null && <Proof key={done.number} number={done.number} onClose={() => setDone(null)} />}
        </div>
      )}
      {children}
      {act && <ActDialogOf act={act} onClose={() => setAct(null)} onDone={finish} />}
    </ActsContext>
  );
}

function ActDialogOf({ act, ...given }: { act: WantedAct; onClose: () => void; onDone: (done: DoneAct) => void }) {
  const form = { ...given, seen: act.seen };
  switch (act.kind) {
    case 'rollBack':
      return <RollBackAct {...form} remote={act.remote} />;
    case 'rollBackSeveral':
      return <RollBackSeveralAct {...form} remotes={act.remotes} />;
    case 'backTo':
      return <BackToAct {...form} snapshot={act.snapshot} />;
    case 'promote':
      return <PromoteAct {...form} remote={act.remote} />;
    case 'rename':
      return <RenameAct {...form} remote={act.remote} />;
    case 'rollOut':
      return <RollOutAct {...form} remote={act.remote} />;
    case 'off':
    case 'on':
    case 'retire':
      return <SwitchAct {...form} kind={act.kind} remote={act.remote} />;
    case 'pause':
    case 'resume':
    case 'finish':
    case 'abort':
      return <ChangeRolloutAct {...form} kind={act.kind} remote={act.remote} />;
  }
}
