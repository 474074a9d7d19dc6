import type { ApiError } from '@redress/api-client';
import type { CaseFile, RequestOf, reportPayment } from '@redress/contracts';
import { letters } from '@redress/copy/letters';
import { showToast } from '@redress/ui';
import { useRef, useState } from 'react';
import { useReportPaymentMutation } from './case.api.ts';

export type Said = Omit<RequestOf<typeof reportPayment>, 'form_session_id' | 'report_id' | 'revision'>;

const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Sends what the claimant says of a case. @returns how to: it gives back the refusal, or null once it is kept. A form begins
 * anew with `kept`, and not with a report of another tab: what is typed stays, with the refusal above it.
 */
export function useReport({ form_session_id, revision }: Pick<CaseFile, 'form_session_id' | 'revision'>) {
  const [send, { isLoading }] = useReportPaymentMutation();
  // The same words again after an answer that was lost are the same report.
  const last = useRef({ said: '', id: '' });
  const [kept, setKept] = useState(0);
  const say = async (said: Said): Promise<ApiError | null> => {
    const words = JSON.stringify({ ...said, revision });
    if (last.current.said !== words) last.current = { said: words, id: newId() };
    const result = await send({ form_session_id, report_id: last.current.id, revision, ...said });
    if (!('error' in result)) {
      showToast({ text: letters.case.kept, tone: 'success' });
      setKept((count) => count + 1);
      return null;
    }
    const error = result.error as ApiError; // the API's base query has no other error
    return error.code === 'CONFLICT' ? { ...error, message: letters.case.changedMeanwhile } : error;
  };
  return { say, kept, isLoading };
}
