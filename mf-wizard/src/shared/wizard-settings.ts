import { DEFAULT_WIZARD_SETTINGS, type AmountRange } from '@redress/contracts';
import type { PageData } from '@redress/contracts/releases';
import { wizardLayouts, type WizardLayout } from '@redress/domain';
import { usePageDataOr } from '@redress/mf-runtime';
import { useMemo } from 'react';

type Settings = PageData['wizard'];
const select = ({ wizard }: PageData): Settings => wizard;

/** Shape and amounts of the wizard on this site; the first screen is drawn with the defaults, before any page is known. */
export function useWizardSettings(): { layout: WizardLayout; range: AmountRange } {
  const { layout, amountMin: min, amountMax: max } = usePageDataOr(select, DEFAULT_WIZARD_SETTINGS);
  return useMemo(() => ({ layout: wizardLayouts[layout], range: { min, max } }), [layout, min, max]);
}
