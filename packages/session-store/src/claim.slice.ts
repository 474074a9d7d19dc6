import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { signedOut } from './session.slice.ts';
import { claimCreated, claimLeft, claimOpened, type WizardState } from './wizard.slice.ts';

/** A finished claim that is being changed, and the session its changes are typed in (specification, section 4). */
export interface EditPair {
  originalSessionId: string;
  editSessionId: string;
}

/** Which claim this tab is about. Storage of the tab holds its copy (`browser-storage.ts`), so that a reload finds it. */
export interface ClaimState {
  /** The claim in the wizard, or the one whose letter is shown. */
  id: string | null;
  /** Edit mode. `broken`: storage holds its flag without two whole ids, and everything is to be left. */
  edit: EditPair | 'broken' | null;
  /** Text of the updated letter, from the order screen to the letter screen. */
  updatedLetter: string | null;
  /** Names the draft of this tab while the server has not made it: another tab's is another claim. */
  newDraft: string | null;
}

export const noClaim = (): ClaimState => ({ id: null, edit: null, updatedLetter: null, newDraft: null });

export const claimSlice = createSlice({
  name: 'claim',
  initialState: noClaim,
  reducers: {
    /** This tab is about that claim, without its answers; it is not being changed. */
    claimNamed: (state, { payload: id }: PayloadAction<string | null>) => ({
      ...noClaim(),
      newDraft: state.newDraft,
      id,
    }),
    editOpened: (state, { payload }: PayloadAction<EditPair>) => {
      state.edit = payload;
    },
    letterUpdated: (state, { payload }: PayloadAction<string>) => {
      state.updatedLetter = payload;
    },
    draftNamed: (state, { payload }: PayloadAction<string>) => {
      state.newDraft = payload;
    },
    /** What this tab holds belongs to an account that is not signed in here any more. */
    tabForgotten: noClaim,
  },
  extraReducers: (builder) =>
    builder
      .addCase(claimOpened, (state, { payload: { session } }) => {
        const isEdit =
          state.edit !== null && state.edit !== 'broken' && state.edit.editSessionId === session.form_session_id;
        return { ...(isEdit ? state : noClaim()), newDraft: state.newDraft, id: session.form_session_id };
      })
      .addCase(claimCreated, (state, { payload }) => {
        state.id = payload.formSessionId;
      })
      .addCase(claimLeft, noClaim)
      .addCase(signedOut, noClaim),
  selectors: {
    /** Id of the claim this tab is about. */
    selectClaimId: (state) => state.id,
    /** The pair being edited, `null` when none is. */
    selectEdit: (state): EditPair | null => (state.edit === 'broken' ? null : state.edit),
    selectIsEditing: (state) => state.edit !== null && state.edit !== 'broken',
    selectIsEditBroken: (state) => state.edit === 'broken',
  },
});

export const { claimNamed, editOpened, letterUpdated, draftNamed, tabForgotten } = claimSlice.actions;
export const { selectClaimId, selectEdit, selectIsEditing, selectIsEditBroken } = claimSlice.selectors;

/** The server says that the order of this claim is paid; never of a finished claim that is being changed. */
export const selectIsPaid = (state: { claim: ClaimState; wizard: WizardState }): boolean =>
  state.wizard.isPaid && !selectIsEditing(state);
