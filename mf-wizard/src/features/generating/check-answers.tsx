import { common } from '@redress/copy/common';
import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { positionOf, type SubStepId } from '@redress/domain';
import { late, useLate } from '@redress/mf-runtime';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { TextButton, VisuallyHidden } from '@redress/ui';
import { answerGroups } from '../../shared/answer-rows.ts';
import { screenOfAnswer } from '../../shared/screen-of-answer.ts';
import { useStates } from '../../shared/use-states.ts';
import { useWizardNavigation } from '../../shared/use-wizard-navigation.ts';
import { LateLeftOut } from '../../shared/story-gate/late-story-gate.tsx';
import styles from './check-answers.module.css';

const lines = late(() => import(/* webpackChunkName: "rows" */ './row-answers.ts'));

interface CheckAnswersProps {
  incomplete: readonly SubStepId[];
  /** There is something to decide about before going on. */
  onFound: () => void;
}

/** Every answer once more before anything is chosen or paid; Change leads to its question and back here. */
export function CheckAnswers({ incomplete, onFound }: CheckAnswersProps) {
  const data = useAppSelector(selectFormData);
  const { layout, position, goTo } = useWizardNavigation();
  const states = useStates();
  // Until their code is here, and where it cannot be had, the lines of rows stand in the texts.
  const rowed = useLate(lines, Boolean(data.facts?.length || data.sumItems?.length));
  const groups = answerGroups(data, states.nameOf);

  return (
    <section className={styles['check']} aria-labelledby="check-answers">
      <h2 id="check-answers">{copy.check.heading}</h2>
      <p className={styles['hint']}>{copy.check.hint}</p>
      <LateLeftOut
        onFound={onFound}
        onChange={(field, row) => goTo(positionOf(layout, screenOfAnswer(field)), { returnTo: position, row })}
      />
      {(rowed.status === 'ready' ? rowed.value.withRows(groups, data) : groups).map(({ title, rows }) => (
        <div key={title} className={styles['group']}>
          <h3>{title}</h3>
          <dl>
            {rows.map(({ name, value, screen, row }) => (
              <div key={name} className={styles['row']} data-missing={incomplete.includes(screen) ? '' : undefined}>
                <dt>{name}</dt>
                <dd dir="auto" className={styles['value']}>
                  {value || copy.check.missing}
                </dd>
                <dd>
                  <TextButton onClick={() => goTo(positionOf(layout, screen), { returnTo: position, row })}>
                    {common.actions.edit} <VisuallyHidden>{name}</VisuallyHidden>
                  </TextButton>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}
