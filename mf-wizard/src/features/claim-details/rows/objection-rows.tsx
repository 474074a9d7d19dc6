import { rows as copy } from '@redress/copy/rows';
import { OBJECTIONS_MAX, ROW_TEXT_MAX_CHARACTERS, type ClaimObjection } from '@redress/domain';
import { objectionsTo } from '@redress/domain/categories';
import { CheckboxField, TextArea } from '@redress/forms';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { Button } from '@redress/ui';
import { useLeftOutByRow } from '../../../shared/story-gate/late-story-gate.tsx';
import { RowCard, RowListEnd } from './row-card.tsx';
import styles from './rows.module.css';
import { newRowId, useRows } from './use-rows.ts';

/** What the other side may say, and the answer to it. */
export function ObjectionRows() {
  const list = useRows<ClaimObjection>('objections', OBJECTIONS_MAX);
  const data = useAppSelector(selectFormData);
  const leftOut = useLeftOutByRow(data, list.rows.length > 0);
  const taken = new Set(list.rows.map(({ says }) => says));
  const common = objectionsTo(data.situation, data.disputing).filter(({ says }) => !taken.has(says));
  return (
    <div ref={list.list} className={styles['part']}>
      <p className={styles['soft']}>{copy.objections.hint}</p>
      {list.rows.length > 0 && (
        <ol className={styles['list']}>
          {list.rows.map((objection, at) => (
            <RowCard
              key={objection.id}
              list={list}
              row={objection}
              at={at}
              title={objection.says?.trim() || copy.objections.unnamed}
              problems={leftOut.get(objection.id) ?? []}
              detail={objection.answer?.trim() && <p className={styles['soft']}>{objection.answer}</p>}
            >
              <TextArea
                name={`objections.${at}.says`}
                label={copy.objections.says}
                maxLength={ROW_TEXT_MAX_CHARACTERS}
                rows={2}
              />
              <TextArea
                name={`objections.${at}.answer`}
                label={copy.objections.answer}
                maxLength={ROW_TEXT_MAX_CHARACTERS}
                rows={3}
              />
              <CheckboxField name={`objections.${at}.inLetter`} label={copy.objections.inLetter} />
            </RowCard>
          ))}
        </ol>
      )}
      {common.length > 0 && !list.isFull && (
        <section aria-labelledby="common-objections" className={styles['part']}>
          <h2 id="common-objections">{copy.objections.common}</h2>
          <div className={styles['acts']}>
            {common.map(({ says }) => (
              <Button key={says} size="small" variant="secondary" onClick={() => list.add({ id: newRowId(), says })}>
                {says}
              </Button>
            ))}
          </div>
        </section>
      )}
      <RowListEnd list={list} adds={[{ text: copy.objections.add, onAdd: () => list.add({ id: newRowId() }) }]} />
    </div>
  );
}
