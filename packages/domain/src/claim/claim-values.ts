/** What fields of a claim may hold, and how much. */
export const PAYMENT_TYPES = ['Check', "Cashier's Check", 'Cash', 'Money Order'] as const;

/** 200 KB of PNG, as base64 in a data URL. */
export const SIGNATURE_MAX_CHARACTERS = 275_000;
export const CLAIM_TEXT_MAX_CHARACTERS = 20_000;

export type LetterTone = 'plain' | 'friendly' | 'firm';

/** What the claimant does not want the other side to read. */
export const LETTER_LEAVES_OUT = ['phone', 'email', 'call', 'mediation', 'court', 'interest', 'slip'] as const;
export type LeftOut = (typeof LETTER_LEAVES_OUT)[number];

/** Why somebody else may get a copy (R37): nobody else does. */
export const RECIPIENT_ROLES = ['co-debtor', 'owner', 'registered-agent', 'insurer'] as const;
export type RecipientRole = (typeof RECIPIENT_ROLES)[number];
