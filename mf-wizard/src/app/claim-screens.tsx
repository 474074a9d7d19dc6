import type { SubStepId } from '@redress/domain';
import type { ComponentType } from 'react';
import { PayoutScreen } from '../features/claim-details/payout-screen.tsx';
import { SignatureScreen } from '../features/claim-details/signature-screen.tsx';
import { CalculationScreen, DescriptionScreen } from '../features/claim-details/story-screens.tsx';
import { GeneratingScreen } from '../features/generating/generating-screen.tsx';
import { LetterScreen, OrderScreen, PackageScreen, PaymentScreen } from '../features/slots/checkout-screens.tsx';

/** Screens from step 4 on: fetched ahead while the steps before them are answered. */
export const CLAIM_SCREENS = {
  description: DescriptionScreen,
  calculation: CalculationScreen,
  payout: PayoutScreen,
  signature: SignatureScreen,
  generating: GeneratingScreen,
  package: PackageScreen,
  payment: PaymentScreen,
  order: OrderScreen,
  letter: LetterScreen,
} satisfies Partial<Record<SubStepId, ComponentType>>;
