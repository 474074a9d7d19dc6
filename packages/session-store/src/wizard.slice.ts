import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ClaimFormData, FormSession } from '@redress/contracts';
import { signedOut } from './session.slice.ts';

/** Wizard session state (specification, section 3). Which step may follow which is a rule of the domain, not of this slice. */
export interface WizardState {
  /** The claim whose answers are here; `null` while the server has not made the draft. */
  formSessionId: string | null;
  /** The server says that the order of this claim is paid. */
  isPaid: boolean;
  /** Of a second letter, which is only paid here: the letter that it follows, and its case. */
  follows: { demandId: string; caseId: string } | null;
  step: number;
  subStep: number;
  formData: ClaimFormData;
  /** Answers changed since the last save that the server acknowledged. */
  formChanged: boolean;
  /** Counts changes, so that a save knows whether more was typed while it was under way. */
  changeCount: number;
  /** Revision the answers were typed on; the next save names it. */
  revision: number | null;
  /** ISO instant of the last acknowledged save. */
  lastSavedAt: string | null;
  isSaving: boolean;
  /** A code of the error catalogue; the text belongs to the screen. */
  saveError: string | null;
  /** The newer version another tab or device saved; the person chooses (R15). */
  conflict: FormSession | null;
  resumeMode: boolean;
  /** `current_step` of the furthest point reached, never lower (R9a). */
  furthest: string | null;
  /** 'Generating Your File' has run to its end. */
  generationComplete: boolean;
  /** Raised when Continue was pressed with something missing; keyed `step.subStep`. */
  stepErrors: Record<string, true>;
}

const initial = (): WizardState => ({
  formSessionId: null,
  isPaid: false,
  follows: null,
  step: 1,
  subStep: 0,
  formData: {},
  formChanged: false,
  changeCount: 0,
  revision: null,
  lastSavedAt: null,
  isSaving: false,
  saveError: null,
  conflict: null,
  resumeMode: false,
  furthest: null,
  generationComplete: false,
  stepErrors: {},
});

const stepKey = (step: number, subStep: number) => `${step}.${subStep}`;

export const wizardSlice = createSlice({
  name: 'wizard',
  initialState: initial,
  reducers: {
    /** Answers were given: merged, marked changed; the autosave takes it from there. */
    formDataMerged: (state, { payload }: PayloadAction<Partial<ClaimFormData>>) => {
      Object.assign(state.formData, payload);
      state.formChanged = true;
      state.changeCount += 1;
    },
    stepChanged: (state, { payload }: PayloadAction<{ step: number; subStep: number }>) => {
      state.step = payload.step;
      state.subStep = payload.subStep;
      delete state.stepErrors[stepKey(payload.step, payload.subStep)];
    },
    furthestReached: (state, { payload }: PayloadAction<string>) => {
      state.furthest = payload;
    },
    /** The server has made the draft. */
    claimCreated: (state, { payload }: PayloadAction<{ formSessionId: string; revision: number }>) => {
      state.formSessionId = payload.formSessionId;
      state.revision = payload.revision;
    },
    saveStarted: (state) => {
      state.isSaving = true;
    },
    /** `changeCount` is what it was when the save was sent: what was typed meanwhile stays unsaved. */
    saveSucceeded: (
      state,
      { payload }: PayloadAction<{ revision: number; savedAt: string; changeCount: number; furthest?: string }>,
    ) => {
      state.isSaving = false;
      state.saveError = null;
      state.revision = payload.revision;
      state.lastSavedAt = payload.savedAt;
      if (payload.furthest !== undefined) state.furthest = payload.furthest;
      if (payload.changeCount === state.changeCount) state.formChanged = false;
    },
    saveFailed: (state, { payload }: PayloadAction<{ code: string }>) => {
      state.isSaving = false;
      state.saveError = payload.code;
    },
    conflictFound: (state, { payload }: PayloadAction<FormSession>) => {
      state.isSaving = false;
      state.conflict = payload;
    },
    /** `mine` keeps what is on screen and saves it over the other; `theirs` takes the other version. */
    conflictResolved: (state, { payload }: PayloadAction<'mine' | 'theirs'>) => {
      if (!state.conflict) return;
      state.revision = state.conflict.revision;
      if (payload === 'theirs') {
        state.formData = state.conflict.form_data;
        state.formChanged = false;
        state.lastSavedAt = state.conflict.saved_at;
      } else {
        state.formChanged = true;
        state.changeCount += 1;
      }
      state.conflict = null;
    },
    /** A saved claim was opened. Answers not yet saved from before a reload come as `unsaved` and win over the stored ones. */
    claimOpened: (
      state,
      { payload }: PayloadAction<{ session: FormSession; resume: boolean; unsaved?: Partial<ClaimFormData> }>,
    ) => ({
      ...initial(),
      step: state.step,
      subStep: state.subStep,
      formSessionId: payload.session.form_session_id,
      isPaid: payload.session.is_paid,
      follows:
        payload.session.follows_demand_id && payload.session.original_session_id
          ? { demandId: payload.session.follows_demand_id, caseId: payload.session.original_session_id }
          : null,
      formData: { ...payload.session.form_data, ...payload.unsaved },
      formChanged: payload.unsaved !== undefined,
      changeCount: payload.unsaved === undefined ? 0 : 1,
      revision: payload.session.revision,
      lastSavedAt: payload.session.saved_at,
      resumeMode: payload.resume,
      furthest: payload.session.current_step,
    }),
    generationCompleted: (state) => {
      state.generationComplete = true;
    },
    generationStarted: (state) => {
      state.generationComplete = false;
    },
    stepErrorRaised: (state) => {
      state.stepErrors[stepKey(state.step, state.subStep)] = true;
    },
    stepErrorCleared: (state) => {
      delete state.stepErrors[stepKey(state.step, state.subStep)];
    },
    /** The server has the payment of this claim. */
    orderPaid: (state) => {
      state.isPaid = true;
    },
    /** The claim is left: nothing of it is in this tab any more. The server and the local copy keep what there is. */
    claimLeft: () => initial(),
  },
  extraReducers: (builder) => builder.addCase(signedOut, () => initial()),
  selectors: {
    selectWizard: (state) => state,
    selectFormData: (state) => state.formData,
    selectFormSessionId: (state) => state.formSessionId,
    selectFollows: (state) => state.follows,
    selectHasStepError: (state) => stepKey(state.step, state.subStep) in state.stepErrors,
  },
});

export const {
  formDataMerged,
  stepChanged,
  furthestReached,
  claimCreated,
  saveStarted,
  saveSucceeded,
  saveFailed,
  conflictFound,
  conflictResolved,
  claimOpened,
  generationCompleted,
  generationStarted,
  stepErrorRaised,
  stepErrorCleared,
  orderPaid,
  claimLeft,
} = wizardSlice.actions;
export const { selectWizard, selectFormData, selectFormSessionId, selectFollows, selectHasStepError } =
  wizardSlice.selectors;
