/** All screens but the first: fetched after the first one is hydrated, so that it hydrates soon. */
export { CaseBeside, LetterLine } from '../features/case-so-far/letter-beside.tsx';
export { AccountScreen } from '../features/claim-type/account-screen.tsx';
export { DetailsScreen } from '../features/claim-type/details-screen.tsx';
export { SubcategoryScreen } from '../features/claim-type/subcategory-screen.tsx';
export { CalculationScreen, DescriptionScreen } from '../features/claim-details/story-screens.tsx';
export { PayoutScreen } from '../features/claim-details/payout-screen.tsx';
export { SignatureScreen } from '../features/claim-details/signature-screen.tsx';
export { ConflictDialog } from '../features/draft/conflict-dialog.tsx';
export { DraftNotices } from '../features/draft/draft-notices.tsx';
export { SaveStateView } from '../features/draft/save-state-view.tsx';
export { GeneratingScreen } from '../features/generating/generating-screen.tsx';
export { ClaimantScreen, DefendantScreen } from '../features/parties/party-screens.tsx';
export { ClaimantTypeScreen, DefendantTypeScreen } from '../features/parties/party-type-screen.tsx';
export { LetterScreen, OrderScreen, PackageScreen, PaymentScreen } from '../features/slots/checkout-screens.tsx';
export { WizardServices } from './wizard-services.tsx';
