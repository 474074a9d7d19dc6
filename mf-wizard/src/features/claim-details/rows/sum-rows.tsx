import { rows as copy } from '@redress/copy/rows';
import { formatCents, ROW_TEXT_MAX_CHARACTERS, SUM_ITEMS_MAX, amountCents, type ClaimItem } from '@redress/domain';
import { runningTotals, sumOf } from '@redress/domain/facts';
import { DateField, TextField } from '@redress/forms';
import { formDataMerged, selectFormData, useAppDispatch, useAppSelector } from '@redress/session-store';
import { Button } from '@redress/ui';
import { itemDetail, itemTitle } from '../../../shared/row-lines.ts';
import { useLeftOutByRow } from '../../../shared/story-gate/late-story-gate.tsx';
import { AgreedInterestFields } from './agreed-interest.tsx';
import { CentsField } from './cents-field.tsx';
import { RowCard, RowListEnd } from './row-card.tsx';
import styles from './rows.module.css';
import { newRowId, useRows, type RowList } from './use-rows.ts';

/** The parts of the sum, what is taken off, and what they come to beside the amount that is asked for. */
export function SumRows() {
  const list = useRows<ClaimItem>('sumItems', SUM_ITEMS_MAX);
  const totals = runningTotals(list.rows);
  const leftOut = useLeftOutByRow(useAppSelector(selectFormData), list.rows.length > 0);
  return (
    <div ref={list.list} className={styles['part']}>
      <p className={styles['soft']}>{copy.sum.hint}</p>
      {list.rows.length > 0 && (
        <ol className={styles['list']}>
          {list.rows.map((item, at) => (
            <RowCard
              key={item.id}
              list={list}
              row={item}
              at={at}
              title={itemTitle(item)}
              canMove={list.rows.length > 1}
              problems={leftOut.get(item.id) ?? []}
              detail={<ItemDetail item={item} totalCents={totals[at] ?? 0} />}
            >
              <ItemFields item={item} at={at} />
            </RowCard>
          ))}
        </ol>
      )}
      <RowListEnd
        list={list}
        adds={[
          { text: copy.sum.add, onAdd: () => list.add({ id: newRowId() }) },
          { text: copy.sum.addCredit, onAdd: () => list.add({ id: newRowId(), isCredit: true }) },
        ]}
      />
      {list.rows.length > 0 && <Total list={list} />}
      <AgreedInterestFields />
    </div>
  );
}

function ItemDetail({ item, totalCents }: { item: ClaimItem; totalCents: number }) {
  const said = itemDetail(item);
  return (
    <p className={styles['soft']}>
      {said && <span dir="auto">{said}. </span>}
      {copy.sum.soFar(formatCents(totalCents))}
    </p>
  );
}

function ItemFields({ item: { isCredit }, at }: { item: ClaimItem; at: number }) {
  const name = (field: keyof ClaimItem) => `sumItems.${at}.${field}`;
  return (
    <>
      <TextField
        name={name('label')}
        label={isCredit ? copy.sum.labelCredit : copy.sum.label}
        autoComplete="off"
        maxLength={300}
        spellCheck
      />
      <CentsField name={name('cents')} label={copy.sum.amount} />
      {isCredit ? (
        <DateField name={name('day')} label={copy.sum.day} />
      ) : (
        <TextField
          name={name('measured')}
          label={copy.sum.measured}
          hint={copy.sum.measuredHint}
          optional
          autoComplete="off"
          maxLength={ROW_TEXT_MAX_CHARACTERS}
          spellCheck
        />
      )}
    </>
  );
}

/** What the lines come to, and one act that makes the amount asked for the same. */
function Total({ list }: { list: RowList<ClaimItem> }) {
  const { amount } = useAppSelector(selectFormData);
  const dispatch = useAppDispatch();
  const { totalCents } = sumOf(list.rows);
  const askedCents = amountCents(amount) ?? 0;
  const total = formatCents(totalCents);
  return (
    <div className={styles['total']}>
      <p role="status">
        {copy.sum.total(total)}{' '}
        {totalCents < 0
          ? copy.sum.below
          : totalCents === askedCents
            ? copy.sum.same
            : copy.sum.other(formatCents(askedCents))}
      </p>
      {totalCents > 0 && totalCents !== askedCents && (
        <Button
          size="small"
          variant="secondary"
          onClick={() => dispatch(formDataMerged({ amount: (totalCents / 100).toFixed(2) }))}
        >
          {copy.sum.ask(total)}
        </Button>
      )}
    </div>
  );
}
