import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** Editing a completed session: a state of its own, not a role (specification, sections 4 and 6). */
export type EditModeState = { editMode: false } | { editMode: true; originalSessionId: string; editSessionId: string };

export const editModeSlice = createSlice({
  name: 'editMode',
  initialState: (): EditModeState => ({ editMode: false }),
  reducers: {
    editEntered: (
      _state,
      { payload }: PayloadAction<{ originalSessionId: string; editSessionId: string }>,
    ): EditModeState => ({ editMode: true, ...payload }),
    editLeft: (): EditModeState => ({ editMode: false }),
  },
  selectors: {
    selectEditMode: (state) => state,
    selectIsEditing: (state) => state.editMode,
  },
});

export const { editEntered, editLeft } = editModeSlice.actions;
export const { selectEditMode, selectIsEditing } = editModeSlice.selectors;
