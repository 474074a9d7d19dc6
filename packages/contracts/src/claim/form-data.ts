export * from '@redress/domain/claim-form';
export {
  CLAIM_TEXT_MAX_CHARACTERS,
  LETTER_LEAVES_OUT,
  PAYMENT_TYPES,
  RECIPIENT_ROLES,
  SIGNATURE_MAX_CHARACTERS,
} from '@redress/domain';
