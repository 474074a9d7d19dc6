import type { FormSession } from '@redress/contracts';
import {
  conflictFound,
  conflictResolved,
  formDataMerged,
  saveFailed,
  saveStarted,
  saveSucceeded,
  selectHasStepError,
  claimOpened,
  stepChanged,
  stepErrorRaised,
  wizardSlice,
} from './wizard.slice.ts';

const reduce = wizardSlice.reducer;
const start = () => reduce(undefined, { type: 'start' });
const aSession = (over: Partial<FormSession> = {}): FormSession => ({
  form_session_id: 'a'.repeat(24),
  form_data: { firstname: 'Zoë' },
  revision: 7,
  saved_at: '2026-03-01T10:00:00.000Z',
  current_step: '2',
  progress: 25,
  is_completed: false,
  is_paid: false,
  original_session_id: null,
  ...over,
});

it('keeps what was typed while a save was under way marked as unsaved', () => {
  let state = reduce(start(), formDataMerged({ firstname: 'Ann' }));
  const sentAt = state.changeCount;
  state = reduce(reduce(state, saveStarted()), formDataMerged({ firstname: 'Anna' }));
  state = reduce(state, saveSucceeded({ revision: 2, savedAt: '2026-03-01T10:00:00.000Z', changeCount: sentAt }));
  expect(state).toMatchObject({ formChanged: true, revision: 2, isSaving: false });
});

it('is saved once the last change was acknowledged, and a failure before it is forgotten', () => {
  let state = reduce(start(), formDataMerged({ firstname: 'Ann' }));
  state = reduce(state, saveFailed({ code: 'OFFLINE' }));
  expect(state).toMatchObject({ formChanged: true, saveError: 'OFFLINE' });
  state = reduce(state, saveSucceeded({ revision: 2, savedAt: '2026-03-01T10:00:00.000Z', changeCount: 1 }));
  expect(state).toMatchObject({ formChanged: false, saveError: null });
});

it('lets the person choose between two versions, and saves their own on top of the newer revision', () => {
  const typed = reduce(start(), formDataMerged({ firstname: 'Mine' }));
  const torn = reduce(typed, conflictFound(aSession()));
  expect(reduce(torn, conflictResolved('theirs'))).toMatchObject({
    formData: { firstname: 'Zoë' },
    formChanged: false,
    revision: 7,
  });
  expect(reduce(torn, conflictResolved('mine'))).toMatchObject({
    formData: { firstname: 'Mine' },
    formChanged: true,
    revision: 7,
  });
});

it('puts answers that were never saved over the stored ones when a session is opened again', () => {
  const state = reduce(start(), claimOpened({ session: aSession(), resume: true, unsaved: { lastname: 'Núñez' } }));
  expect(state.formData).toEqual({ firstname: 'Zoë', lastname: 'Núñez' });
  expect(state.formChanged).toBe(true);
});

it('forgets the error of a step when the step is shown again', () => {
  const raised = reduce(start(), stepErrorRaised());
  expect(selectHasStepError({ wizard: raised })).toBe(true);
  const back = reduce(reduce(raised, stepChanged({ step: 1, subStep: 1 })), stepChanged({ step: 1, subStep: 0 }));
  expect(selectHasStepError({ wizard: back })).toBe(false);
});
