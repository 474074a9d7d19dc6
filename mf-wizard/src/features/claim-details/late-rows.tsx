import type { ClaimFormData } from '@redress/contracts';
import { common } from '@redress/copy/common';
import { useFormField } from '@redress/forms';
import { FailurePanel, late, useLate } from '@redress/mf-runtime';
import { Disclosure } from '@redress/ui';
import { useEffect, useState } from 'react';
import type { StepFormProps } from '../../shared/step-form.tsx';
import { whenIdle } from '../../shared/when-idle.ts';

const parts = late(() => import(/* webpackChunkName: "rows" */ './rows/parts.ts'));

/**
 * The code of the rows of step 4: waited for by a claim that has rows, fetched ahead for any other.
 * @param isNeeded - the screen cannot be drawn without
 */
export function useRowParts(isNeeded: boolean) {
  useEffect(
    () =>
      whenIdle(
        () =>
          void parts.load().catch(() => {
            // What fails ahead of need is fetched again when it is needed.
          }),
      ),
    [],
  );
  return useLate(parts, isNeeded);
}

/** How the fields of a text and its rows stand in the claim. Without the code there are no rows, and they are the same. */
export const keptWith = (
  of: 'keptStory' | 'keptCalculation',
  data: ClaimFormData,
): NonNullable<StepFormProps['kept']> => ({
  shown: (stored) => parts.current()?.[of](data).shown(stored) ?? stored,
  stored: (shown) => parts.current()?.[of](data).stored(shown) ?? shown,
});

interface LateRowsProps {
  part: 'FactRows' | 'ObjectionRows' | 'SumRows';
  /** The answer that holds the rows. */
  name: 'facts' | 'objections' | 'sumItems';
  summary: string;
}

/** Rows below a text that is enough without them: open where there are some. */
export function LateRows({ part, name, summary }: LateRowsProps) {
  const { value } = useFormField<readonly unknown[] | '' | null | undefined>(name);
  const [isOpen, setOpen] = useState(Boolean(value?.length));
  const state = useLate(parts, isOpen);
  const Part = state.status === 'ready' ? state.value[part] : null;
  return (
    <Disclosure summary={summary} open={isOpen} onToggle={setOpen}>
      {!isOpen ? null : Part ? (
        <Part />
      ) : state.status === 'failed' ? (
        <FailurePanel onRetry={state.retry} />
      ) : (
        <p>{common.loading}</p>
      )}
    </Disclosure>
  );
}
