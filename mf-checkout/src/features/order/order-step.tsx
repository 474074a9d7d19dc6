import type { SlotProps } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { common } from '@redress/copy/common';
import { dateAndTime } from '@redress/copy/format';
import { letterGate as gate } from '@redress/copy/letter-gate';
import { formatDollars } from '@redress/domain';
import { selectEdit, selectFormSessionId, selectIsEditing, useAppSelector } from '@redress/session-store';
import { Button, Icon, Notice, PageHeading, Spinner } from '@redress/ui';
import { circleCheck } from '@redress/ui/icons';
import { useEffect, useState } from 'react';
import shared from '../../shared/checkout.module.css';
import styles from './order.module.css';
import { withCheckout } from '../../shared/with-checkout.tsx';
import { useOrderStatusQuery } from '../../shared/checkout.api.ts';
import { isOrderDone } from './order-memory.ts';
import { useOrder, type OrderStage, type OrderState } from './use-order.ts';

const STAGES: readonly OrderStage[] = ['saving', 'generating', 'approving'];

/** Fills `wizard.order`: step 5, sub-step 2. In edit mode it updates the letter instead. */
export function OrderStep(props: SlotProps['wizard.order']) {
  const formSessionId = useAppSelector(selectFormSessionId);
  const isEditing = useAppSelector(selectIsEditing);
  // Come back to with Back: the letter may have been changed or stopped since, so nothing is approved a second time.
  const [isOver] = useState(() => !isEditing && formSessionId !== null && isOrderDone(formSessionId));
  return isOver ? <OnToLetter onDone={props.onDone} /> : <Order {...props} />;
}

function OnToLetter({ onDone }: { onDone: () => void }) {
  useEffect(onDone, [onDone]);
  return <PageHeading screen="order-done">{checkout.order.done}</PageHeading>;
}

function Order({ onDone, onBack }: SlotProps['wizard.order']) {
  const formSessionId = useAppSelector(selectFormSessionId);
  const editing = useAppSelector(selectEdit);
  const { state, retry } = useOrder(formSessionId, editing);
  const isDone = state.status === 'done';

  return (
    <div className={shared['step']}>
      <PageHeading screen={isDone ? 'order-done' : 'order'}>
        {isDone ? checkout.order.done : checkout.order.heading}
      </PageHeading>
      <Stages stages={editing ? ['updating'] : STAGES} state={state} />
      {state.status === 'working' && !state.isLate && <p className={shared['soft']}>{checkout.order.keepOpen}</p>}
      {state.status === 'working' && state.isLate && (
        <Notice tone="warning" live title={checkout.order.late}>
          {checkout.order.safe}
        </Notice>
      )}
      {state.status === 'failed' && (
        <Notice
          tone="danger"
          live
          title={state.message}
          actions={
            // Another try says the same: the answers have to be changed.
            state.unsafe.length > 0 ? (
              <Button onClick={onBack}>{common.actions.back}</Button>
            ) : (
              <Button onClick={retry}>
                {state.stage === 'generating' ? checkout.order.tryGenerating : common.actions.tryAgain}
              </Button>
            )
          }
        >
          {state.unsafe.length === 0 && <p>{checkout.order.later}</p>}
          {state.unsafe.map(({ key, sentence, why, field }) => (
            <p key={key}>
              <q dir="auto">{sentence}</q> {why} {(gate.rowOf as Readonly<Record<string, string>>)[field ?? '']}
            </p>
          ))}
          {!editing && <p>{checkout.order.safe}</p>}
          {state.reference && <p>{common.problem.reference(state.reference)}</p>}
        </Notice>
      )}
      {isDone && (
        <>
          {!editing && <Paid formSessionId={formSessionId} />}
          {state.held && (
            <Notice tone="warning" live title={checkout.order.held}>
              {state.held}
            </Notice>
          )}
          {state.windowEndsAt && (
            <Notice title={checkout.order.windowHeading}>
              {checkout.order.doneText(dateAndTime(state.windowEndsAt))}
            </Notice>
          )}
          <div>
            <Button onClick={onDone}>{checkout.order.toLetter}</Button>
          </div>
        </>
      )}
    </div>
  );
}

/** What was paid and where the receipt is. */
function Paid({ formSessionId }: { formSessionId: string | null }) {
  const { data } = useOrderStatusQuery({ form_session_id: formSessionId ?? '' }, { skip: !formSessionId });
  const { order_number: number, total } = data?.order ?? {};
  if (!number) return null;
  return (
    <p>
      {checkout.order.paid(number)} {typeof total === 'number' && checkout.order.receipt(formatDollars(total))}
    </p>
  );
}

function Stages({ stages, state }: { stages: readonly OrderStage[]; state: OrderState }) {
  const reached = state.status === 'done' ? stages.length : stages.indexOf(state.stage);
  return (
    <ol className={styles['stages']}>
      {stages.map((stage, index) => {
        const is = index < reached ? 'done' : index === reached && state.status === 'working' ? 'working' : 'waiting';
        return (
          <li key={stage} data-state={is} aria-current={is === 'working' ? 'step' : undefined}>
            {is === 'done' ? (
              <Icon shape={circleCheck} size={24} />
            ) : is === 'working' ? (
              <Spinner size={20} />
            ) : (
              <span />
            )}
            {checkout.order[stage]}
          </li>
        );
      })}
    </ol>
  );
}

export const slot = withCheckout(OrderStep);
