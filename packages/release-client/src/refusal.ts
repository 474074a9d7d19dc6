import { REFUSALS, type RefusalCode } from '@redress/contracts/refusals';
import type { Finding } from '@redress/contracts/release-api';

/** A refusal with its code; `remedy` and `status` stand in {@link REFUSALS}. Tell refusals apart by `code`. */
export class ReleaseRefusal extends Error {
  override readonly name = 'ReleaseRefusal';
  readonly code: RefusalCode;
  readonly remedy: string;
  readonly status: number;
  readonly findings: readonly Finding[];

  constructor(code: RefusalCode, message: string, findings: readonly Finding[] = []) {
    super(message);
    this.code = code;
    this.remedy = REFUSALS[code].remedy;
    this.status = REFUSALS[code].status;
    this.findings = findings;
  }
}

export const isReleaseRefusal = (error: unknown): error is ReleaseRefusal =>
  error instanceof Error && error.name === 'ReleaseRefusal';
