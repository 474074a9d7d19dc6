import { Button, Dialog, Disclosure, Notice, announce } from '@redress/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useConsole } from '../console-context.ts';
import styles from '../console.module.css';
import { TextField } from '../fields.tsx';
import { ActForm } from './act-form.tsx';
import { ActsContext, type Act, type DoneAct } from './act.ts';
import { Proof } from './proof.tsx';

/** Holds the dialog of an act over every view, and afterwards what became of it. @param props.view - that is shown */
export function ActsProvider({ view, children }: { view: string; children: ReactNode }) {
  const [act, setAct] = useState<Act | null>(null);
  const [done, setDone] = useState<DoneAct | null>(null);
  const [secret, setSecret] = useState<DoneAct['secret'] | null>(null);
  const finish = (what: DoneAct) => {
    setAct(null);
    setDone(what);
    setSecret(what.secret);
    announce(what.text);
  };
  return (
    <ActsContext value={setAct}>
      {done && <Done key={done.text} done={done} view={view} onClose={() => setDone(null)} />}
      {children}
      {act && <ActForm act={act} onClose={() => setAct(null)} onDone={finish} />}
      {secret && <SecretOnce {...secret} onClose={() => setSecret(null)} />}
    </ActsContext>
  );
}

/**
 * It takes the focus, which the dialog has just given back: on a phone it would be out of sight. On another view it is
 * folded to its sentence, so that the first screen is the view's own.
 */
function Done({
  done: { text, number = null, waits = false, isBad = false },
  view,
  onClose,
}: {
  done: DoneAct;
  view: string;
  onClose: () => void;
}) {
  const { linkTo } = useConsole();
  const place = useRef<HTMLDivElement>(null);
  const [openOn, setOpenOn] = useState<string | null>(view);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} data-open>
      <Notice tone={isBad ? 'danger' : waits ? 'warning' : 'success'}>
        <Disclosure
          summary={text}
          open={openOn === view}
          onToggle={(isOpen) => setOpenOn((before) => (isOpen ? view : before === view ? null : before))}
        >
          {number !== null && <Proof number={number} />}
          <div className={styles['buttons']}>
            {waits && <a href={linkTo('coming')}>See what is to come</a>}
            {/* It is of the moment of the act: somebody may go on with it since. */}
            <Button variant="quiet" size="small" onClick={onClose}>
              Close
            </Button>
          </div>
        </Disclosure>
      </Notice>
    </div>
  );
}

/** A secret that nobody can read again once this is closed. */
function SecretOnce({ name, lead, value, onClose }: NonNullable<DoneAct['secret']> & { onClose: () => void }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    const text = await navigator.clipboard.writeText(value).then(
      () => 'Copied.',
      () => 'It could not be copied: select it and copy it by hand.',
    );
    setSaid(text);
    announce(text);
  };
  return (
    // A press beside it or Escape would lose what nobody can read again.
    <Dialog open title={name} onClose={onClose} dismissible={false}>
      <div className={styles['form']}>
        <p>{lead}</p>
        <TextField label={name} value={value} />
        <div className={styles['buttons']}>
          <Button onClick={copy}>Copy</Button>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </div>
        {said !== '' && <p>{said}</p>}
      </div>
    </Dialog>
  );
}
