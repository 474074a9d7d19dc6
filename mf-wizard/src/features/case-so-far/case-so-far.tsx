import { common } from '@redress/copy/common';
import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { amountCents, formatCents, incidentPlace, positionOf } from '@redress/domain';
import { selectFormData, useAppSelector } from '@redress/session-store';
import { Card, TextButton, VisuallyHidden } from '@redress/ui';
import { caseRows } from '../../shared/answer-rows.ts';
import { FactSource } from '../../shared/fact-source.tsx';
import { limitOf } from '../../shared/small-claims-limit.ts';
import { useStates } from '../../shared/use-states.ts';
import { useWizardNavigation } from '../../shared/use-wizard-navigation.ts';
import styles from './case-so-far.module.css';

/** What has been answered, beside the question on wide screens; each line leads back to where it was asked. */
export function CaseSoFar() {
  const data = useAppSelector(selectFormData);
  const { layout, position, goTo, canGoTo } = useWizardNavigation();
  const states = useStates();
  const rows = caseRows(data, states.nameOf);
  const limit = limitOf(states.find(incidentPlace(data).state), {
    amountCents: amountCents(data.amount),
    isBusiness: data.userType === '2',
  });

  return (
    <Card as="aside" title={copy.caseSoFar.heading} aria-label={copy.caseSoFar.heading}>
      {rows.length === 0 && <p className={styles['empty']}>{copy.caseSoFar.empty}</p>}
      <dl className={styles['facts']}>
        {rows.map(({ name, value, screen }) => {
          const target = positionOf(layout, screen);
          return (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <span className={styles['value']}>{value}</span>
                {canGoTo(target) && (
                  <TextButton onClick={() => goTo(target, { returnTo: position })}>
                    {common.actions.edit} <VisuallyHidden>{name}</VisuallyHidden>
                  </TextButton>
                )}
              </dd>
            </div>
          );
        })}
        {limit && limit.state.limit_fact.source !== '' && (
          <div className={styles['whole']}>
            <dt>{copy.caseSoFar.limit}</dt>
            <dd>
              <span className={styles['value']}>{`${limit.state.name}: ${formatCents(limit.limitCents)}`}</span>
            </dd>
            <dd>
              <FactSource fact={limit.state.limit_fact} />
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
