import { rows as copy } from '@redress/copy/rows';
import { FACTS_MAX, type ClaimFact } from '@redress/domain';
import { inOrderOfDays, rowOfStarter, starterFacts, type StarterFact } from '@redress/domain/facts';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { Button, VisuallyHidden } from '@redress/ui';
import { useLeftOutByRow } from '../../../shared/story-gate/late-story-gate.tsx';
import { FactProposals } from './fact-proposals.tsx';
import { FactRow } from './fact-row.tsx';
import { problemsByRow } from './problems.ts';
import { RowListEnd } from './row-card.tsx';
import styles from './rows.module.css';
import { newRowId, useRows, type RowList } from './use-rows.ts';

/** What happened, one row a thing, and the days that law and letter ask for here. */
export function FactRows() {
  const list = useRows<ClaimFact>('facts', FACTS_MAX, inOrderOfDays);
  const data = useAppSelector(selectFormData);
  const starters = starterFacts(data);
  const answered = new Set(list.rows.map(({ asks }) => asks));
  const asked = starters.filter(({ key }) => !answered.has(key));
  const problems = problemsByRow({ ...data, facts: list.rows });
  const leftOut = useLeftOutByRow(data, list.rows.length > 0);
  return (
    <div ref={list.list} className={styles['part']}>
      <p className={styles['soft']}>{copy.facts.hint}</p>
      <FactProposals list={list} starters={asked} />
      {list.rows.length > 0 && (
        <ol className={styles['list']}>
          {list.rows.map((fact, at) => (
            <FactRow
              key={fact.id}
              list={list}
              fact={fact}
              at={at}
              starter={starters.find(({ key }) => key === fact.asks)}
              // Open, its words have their gate beside them.
              problems={[...problems(fact.id), ...((list.openId !== fact.id && leftOut.get(fact.id)) || [])]}
            />
          ))}
        </ol>
      )}
      <RowListEnd
        list={list}
        adds={[{ text: copy.facts.add, onAdd: () => list.add({ id: newRowId(), dayIs: 'exact' }) }]}
      />
      {asked.length > 0 && !list.isFull && <AskedFacts list={list} asked={asked} />}
    </div>
  );
}

/** What no row answers yet. */
function AskedFacts({ list, asked }: { list: RowList<ClaimFact>; asked: readonly StarterFact[] }) {
  return (
    <section aria-labelledby="asked-facts" className={styles['part']}>
      <h2 id="asked-facts">{copy.facts.asked}</h2>
      <ul className={styles['list']}>
        {asked.map((each) => (
          <li key={each.key} className={`${styles['card']} ${styles['asked']}`}>
            <p>{each.question}</p>
            <p className={styles['soft']}>{each.hint}</p>
            <div className={styles['acts']}>
              <Button size="small" variant="secondary" onClick={() => list.add(rowOfStarter(each, newRowId(), true))}>
                {copy.facts.addAsked} <VisuallyHidden>{each.question}</VisuallyHidden>
              </Button>
              <Button size="small" variant="quiet" onClick={() => list.put(rowOfStarter(each, newRowId(), false))}>
                {copy.facts.didNot} <VisuallyHidden>{each.question}</VisuallyHidden>
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
