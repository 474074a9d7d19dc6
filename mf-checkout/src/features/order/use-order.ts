import { api, type ApiError } from '@redress/api-client';
import { send } from '@redress/api-client/send';
import { askUntilAnswered } from '@redress/api-client/server-return';
import type { AnswerOf, generateDemandLetter, LetterPlace, UnsafeLetter } from '@redress/contracts';
import { checkout } from '@redress/copy/checkout';
import { getStore, letterUpdated, type EditPair } from '@redress/session-store';
import { useCallback, useEffect, useRef, useState } from 'react';
import { rememberOrderDone } from './order-memory.ts';
import { orderEndpoints } from './order.api.ts';

/** What happens after paying, in order; edit mode has one stage of its own. */
export type OrderStage = 'saving' | 'generating' | 'approving' | 'updating';
type Demand = AnswerOf<typeof generateDemandLetter>;

export type OrderState =
  /** `isLate`: the server gave no answer, or none that helps, and is asked again. */
  | { status: 'working'; stage: OrderStage; isLate?: true }
  | {
      status: 'failed';
      stage: OrderStage;
      message: string;
      reference: string | undefined;
      unsafe: readonly LetterPlace[];
    }
  /** `held`: why it is not mailed yet; the letter screen says what to do. */
  | { status: 'done'; windowEndsAt: string | null; held?: string };

/** Refusals that no other try changes: the letter is written, and waits for its owner or for an operator. */
const HELD = new Set<string>(['LETTER_UNSAFE', 'LETTER_WAITS', 'LETTER_NOT_APPROVED']);

const failure = (stage: OrderStage, { code, message, errorId, other }: ApiError): OrderState => ({
  status: 'failed',
  stage,
  message: message || checkout.order.noAnswer,
  reference: errorId,
  // The body of this refusal is UnsafeLetter by contract.
  unsafe: code === 'LETTER_UNSAFE' ? ((other as UnsafeLetter | undefined)?.places ?? []) : [],
});

/**
 * Saves the answers, makes the letter, approves it: each call is safe to send again, so that what gets no answer is sent again
 * by itself, a retry begins at the stage that failed, and a reload does nothing twice.
 */
export function useOrder(formSessionId: string | null, editing: EditPair | null) {
  const [state, setState] = useState<OrderState>({ status: 'working', stage: editing ? 'updating' : 'saving' });
  const isRunning = useRef(false);
  const letter = useRef<Demand | null>(null);
  const late = useCallback((stage: OrderStage) => () => setState({ status: 'working', stage, isLate: true }), []);

  const update = useCallback(async (): Promise<OrderState> => {
    if (!editing) return { status: 'done', windowEndsAt: null };
    // An update is a new version each time: only a person asks for it again.
    const result = await send(orderEndpoints.updateDemandLetter, {
      edit_session_id: editing.editSessionId,
      original_session_id: editing.originalSessionId,
      form_data: getStore().getState().wizard.formData,
    });
    if ('error' in result) return failure('updating', result.error);
    getStore().dispatch(letterUpdated(result.data.data.demand_letter));
    return { status: 'done', windowEndsAt: null };
  }, [editing]);

  const stageAfter = useCallback(
    async (stage: OrderStage): Promise<OrderState> => {
      const session = { form_session_id: formSessionId ?? '' };
      if (stage === 'saving') {
        const saved = await askUntilAnswered(() => send(orderEndpoints.saveClientData, session), late(stage));
        return 'error' in saved ? failure(stage, saved.error) : { status: 'working', stage: 'generating' };
      }
      if (stage === 'generating') {
        const made = await askUntilAnswered(() => send(orderEndpoints.generateDemandLetter, session), late(stage));
        if ('error' in made) return failure(stage, made.error);
        letter.current = made.data;
        if (made.data.demand_approved) return { status: 'done', windowEndsAt: made.data.window_ends_at };
        return { status: 'working', stage: 'approving' };
      }
      const demand = letter.current;
      if (!demand) return { status: 'working', stage: 'generating' };
      const approval = {
        ...session,
        action: 'approve_and_send' as const,
        demand_letter: demand.demand_letter,
        base_version: demand.version,
        unless_stopped: true,
      };
      const approved = await askUntilAnswered(() => send(orderEndpoints.approveDemandLetter, approval), late(stage));
      if ('data' in approved) return { status: 'done', windowEndsAt: approved.data.demand.window_ends_at };
      // Another tab or the server saved first: its version counts.
      if (approved.error.code === 'LETTER_CHANGED_ELSEWHERE') return { status: 'working', stage: 'generating' };
      if (HELD.has(approved.error.code)) return { status: 'done', windowEndsAt: null, held: approved.error.message };
      return failure(stage, approved.error);
    },
    [formSessionId, late],
  );

  const run = useCallback(
    async (from: OrderStage) => {
      if (isRunning.current) return;
      isRunning.current = true;
      let next: OrderState = { status: 'working', stage: from };
      while (next.status === 'working') {
        setState(next);
        next = next.stage === 'updating' ? await update() : await stageAfter(next.stage);
      }
      setState(next);
      isRunning.current = false;
      if (next.status === 'done' && from !== 'updating') rememberOrderDone(formSessionId ?? '');
      getStore().dispatch(api.util.invalidateTags(['Order', 'Letter', 'Letters', 'Sessions', 'Documents', 'Alerts']));
    },
    [formSessionId, stageAfter, update],
  );

  const first: OrderStage = editing ? 'updating' : 'saving';
  useEffect(() => void run(first), [run, first]);

  return { state, retry: () => state.status === 'failed' && void run(state.stage) };
}
