export * from './session.slice.ts';
export * from './wizard.slice.ts';
export {
  claimNamed,
  draftNamed,
  editOpened,
  letterUpdated,
  selectClaimId,
  selectEdit,
  selectIsEditBroken,
  selectIsEditing,
  selectIsPaid,
  tabForgotten,
  type EditPair,
} from './claim.slice.ts';
export { forgetOldStorage, forgetPersonalStorage, isStillHere, PERSONAL_STORAGE_PREFIX } from './browser-storage.ts';
export * from './kept-reports.ts';
export * from './store.ts';
export { stored } from './stored.ts';
