import { rows as copy } from '@redress/copy/rows';
import { OBJECTIONS_MAX, ROW_TEXT_MAX_CHARACTERS, type ClaimObjection } from '@redress/domain';
import { CheckboxField, TextArea } from '@redress/forms';
import { RowCard, RowListEnd } from './row-card.tsx';
import styles from './rows.module.css';
import { newRowId, useRows } from './use-rows.ts';

/** What the other side may say, and the answer to it. */
export function ObjectionRows() {
  const list = useRows<ClaimObjection>('objections', OBJECTIONS_MAX);
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
      <RowListEnd list={list} adds={[{ text: copy.objections.add, onAdd: () => list.add({ id: newRowId() }) }]} />
    </div>
  );
}
