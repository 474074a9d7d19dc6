import { clockTime } from '@redress/copy/format';
import { wizardClaim as copy } from '@redress/copy/wizard-claim';
import { selectWizard, useAppSelector } from '@redress/session-store';
import { SaveState, type SaveStateProps } from '@redress/ui';
import { sentenceFor } from '../../shared/error-notice.tsx';

const NO_CONNECTION = new Set(['OFFLINE', 'TIMED_OUT', 'BAD_ANSWER', 'EMPTY_ANSWER']);
/** Trying again by hand would change nothing: another notice says what to do. */
const NOT_FOR_RETRY = new Set(['NOT_SIGNED_IN', 'SESSION_COMPLETED', 'FORM_CONFLICT']);

/** Whether the answers are safe, in words that are true at this moment. */
export function SaveStateView({ isAtRisk, onRetry }: { isAtRisk: boolean; onRetry: () => void }) {
  const { formChanged, isSaving, saveError, lastSavedAt, conflict, isPaid } = useAppSelector(selectWizard);
  const state = ((): Pick<SaveStateProps, 'status' | 'text' | 'shortText'> => {
    if (conflict) return { status: 'failed', text: copy.save.notYet };
    if (!formChanged && !isSaving) {
      return lastSavedAt
        ? { status: 'saved', text: copy.save.saved(clockTime(lastSavedAt)), shortText: copy.save.savedShort }
        : { status: 'idle', text: '' };
    }
    // Paid in another tab: the order shows what became of it, and nothing typed here counts any more.
    if (isPaid && saveError === 'SESSION_COMPLETED') return { status: 'idle', text: '' };
    if (!saveError) return { status: 'saving', text: copy.save.saving };
    if (isAtRisk || NOT_FOR_RETRY.has(saveError)) return { status: 'failed', text: copy.save.notYet };
    if (NO_CONNECTION.has(saveError)) {
      return navigator.onLine
        ? { status: 'failed', text: copy.save.failed, shortText: copy.save.notYet }
        : { status: 'offline', text: copy.save.offline, shortText: copy.save.offlineShort };
    }
    return { status: 'failed', text: `${copy.save.notYet}. ${sentenceFor(saveError)}` };
  })();
  const canRetry =
    state.status === 'failed' && !conflict && !NOT_FOR_RETRY.has(saveError ?? '') && saveError !== 'TOO_LARGE';
  return <SaveState {...state} {...(canRetry ? { onRetry, retryText: copy.save.tryNow } : {})} />;
}
