import type { PdfPool } from '../platform/pdf/pdf-pool.ts';
import type { Platform } from '../platform/platform.ts';
import type { SignaturePool } from '../platform/signatures/signature-pool.ts';
import type { Carriers } from '../providers/ports/carrier.ts';
import type { Drafting } from '../providers/ports/drafting.ts';
import type { Payments } from '../providers/ports/payments.ts';
import type { Places } from '../providers/ports/places.ts';
import type { SignIn } from '../providers/ports/sign-in.ts';
import type { Codes } from './codes.ts';
import type { LetterThreads } from './letters/letter-threads.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { SignInGuard } from './sign-in-guard.ts';

/** What features are built from: the platform, and what more than one of them needs or only one place knows how to make. */
export interface Services extends Platform {
  codes: Codes;
  hasher: PasswordHasher;
  guard: SignInGuard;
  /** Null, as the two below, where none is configured. */
  provider: SignIn | null;
  places: Places | null;
  drafting: Drafting | null;
  payments: Payments;
  carriers: Carriers;
  pdf: PdfPool;
  signatures: SignaturePool;
  threads: LetterThreads;
}
