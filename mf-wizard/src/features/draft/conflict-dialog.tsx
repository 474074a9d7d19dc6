import { clockTime } from '@redress/copy/format';
import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { conflictResolved, selectWizard, useAppDispatch, useAppSelector } from '@redress/session-store';
import { Button, ButtonRow, Dialog, Notice } from '@redress/ui';
import { useState } from 'react';
import { answerGroups } from '../../shared/answer-rows.ts';
import { useStates } from '../../shared/use-states.ts';
import styles from './conflict-dialog.module.css';

/** Two versions of a claim: what differs, side by side, and a choice that overwrites neither before it is made. */
export function ConflictDialog() {
  const { conflict, formData } = useAppSelector(selectWizard);
  const dispatch = useAppDispatch();
  const states = useStates();
  const [postponed, setPostponed] = useState<object | null>(null);
  if (!conflict) return null;

  const rows = (data: typeof formData) => answerGroups(data, states.nameOf).flatMap((group) => group.rows);
  const mine = rows(formData);
  const theirs = rows(conflict.form_data);
  const names = [...new Set([...mine, ...theirs].map(({ name, screen }) => `${screen}\n${name}`))];
  const valueIn = (list: typeof mine, key: string) =>
    list.find(({ name, screen }) => `${screen}\n${name}` === key)?.value ?? '';
  const differences = names
    .map((key) => ({ key, name: key.split('\n')[1] ?? '', mine: valueIn(mine, key), theirs: valueIn(theirs, key) }))
    .filter((row) => row.mine !== row.theirs);
  const choose = (version: 'mine' | 'theirs') => dispatch(conflictResolved(version));

  if (postponed === conflict) {
    return (
      <Notice
        tone="warning"
        title={copy.conflict.heading}
        actions={<Button onClick={() => setPostponed(null)}>{copy.conflict.decide}</Button>}
      >
        {copy.save.notYet}
      </Notice>
    );
  }
  return (
    <Dialog
      open
      size="wide"
      title={copy.conflict.heading}
      onClose={() => setPostponed(conflict)}
      closeLabel={copy.conflict.later}
      footer={
        <ButtonRow>
          <Button onClick={() => choose('mine')}>{copy.conflict.keepMine}</Button>
          <Button variant="secondary" onClick={() => choose('theirs')}>
            {copy.conflict.takeOther}
          </Button>
        </ButtonRow>
      }
    >
      <p>{copy.conflict.text(conflict.saved_at ? clockTime(conflict.saved_at) : '')}</p>
      <table className={styles['table']}>
        <caption>{copy.conflict.differences}</caption>
        <thead>
          <tr>
            <th scope="col">{copy.conflict.answer}</th>
            <th scope="col">{copy.conflict.mine}</th>
            <th scope="col">{copy.conflict.other}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ key, name, mine: here, theirs: there }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td dir="auto">{here || copy.check.missing}</td>
              <td dir="auto">{there || copy.check.missing}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {differences.length === 0 && <p>{copy.conflict.detailsOnly}</p>}
    </Dialog>
  );
}
