import { Button, Notice, announce } from '@redress/ui';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useConsole } from '../console-context.ts';
import { actTexts } from './act-texts.ts';
import styles from './acts.module.css';
import { ActsContext, type Acts, type DoneAct, type WantedAct } from './wanted-act.ts';
import { ConfirmAct } from './confirm-act.tsx';
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
      {done && <Done key={done.text} done={done} onClose={() => setDone(null)} />}
      {children}
      {act && <ActDialogOf act={act} onClose={() => setAct(null)} onDone={finish} />}
    </ActsContext>
  );
}

/** It takes the focus, which the dialog has just given back: on a phone it would be out of sight. */
function Done({ done: { text, number, waits }, onClose }: { done: DoneAct; onClose: () => void }) {
  const { linkTo } = useConsole();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className={styles['done']}>
      <Notice
        tone={waits ? 'warning' : 'success'}
        actions={
          number === null && (
            <>
              {waits && <a href={linkTo('plans')}>{actTexts.toPlans}</a>}
              {/* It is of the moment of the act: somebody may go on with it since. */}
              <Button variant="quiet" size="small" onClick={onClose}>
                {actTexts.closeProof}
              </Button>
            </>
          )
        }
      >
        {text}
      </Notice>
      {number !== null && <Proof number={number} onClose={onClose} />}
    </div>
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
    case 'confirm':
      return <ConfirmAct {...form} plan={act.plan} />;
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
