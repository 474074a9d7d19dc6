import type { StateOption } from '@redress/contracts';
import { matchState, STATE_OPTIONS } from '@redress/domain/jurisdictions';
import type { Option } from '@redress/forms';
import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { OUTSIDE_US } from '@redress/domain';
import { useStatesQuery } from './wizard.api.ts';

/** Every state by code, built in: the list stands even when the server cannot be asked (R16). */
const BUILT_IN: readonly Option[] = STATE_OPTIONS.map(({ value, label }) => ({ value, label }));

const ELSEWHERE: Option = { value: OUTSIDE_US, label: copy.outsideUs.option };

export interface States {
  /** All states, and a last choice for every other country, which is refused with where to go (R38). */
  options: readonly Option[];
  /** The state with its court and limit; `null` while only the built-in list is known. */
  find(value: string | null | undefined): StateOption | null;
  nameOf(value: string | null | undefined): string;
  match(written: string): string | null;
}

export function useStates(): States {
  const { data } = useStatesQuery();
  const rows = data?.data ?? [];
  const options = [...(rows.length > 0 ? rows.map(({ value, label }) => ({ value, label })) : BUILT_IN), ELSEWHERE];
  return {
    options,
    find: (value) => rows.find((state) => state.value === value || state.code === value) ?? null,
    nameOf: (value) => options.find((state) => state.value === value)?.label ?? matchState(value)?.name ?? '',
    match(written) {
      const code = matchState(written)?.code;
      return rows.find((state) => state.code === code)?.value ?? code ?? null;
    },
  };
}
