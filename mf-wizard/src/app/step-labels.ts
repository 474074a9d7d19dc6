import { wizard as copy } from '@redress/copy/wizard';
import type { WizardLayout } from '@redress/domain';

/** Names of the steps in the language of the page: reading B's five, and `Your Letter` for the sixth (R7). */
export const stepLabels = (layout: WizardLayout): { number: number; name: string }[] => {
  const { claimType, yourInformation, theirInformation, claimDetails, choosePackage, yourLetter } = copy.steps;
  const names = [claimType, yourInformation, theirInformation, claimDetails, choosePackage, yourLetter];
  return layout.steps.map(({ number, name }) => ({ number, name: names[number - 1] ?? name }));
};
