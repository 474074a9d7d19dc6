import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { UserData } from '@redress/contracts';

/** `unknown` until the first answer of checkAuth: nothing may redirect before it. */
export type SessionState =
  | { status: 'unknown' }
  | { status: 'anonymous'; /** Why, when a session ended under somebody's hands. */ ended?: true }
  | { status: 'authenticated'; user: UserData };

export const sessionSlice = createSlice({
  name: 'session',
  initialState: (): SessionState => ({ status: 'unknown' }),
  reducers: {
    signedIn: (_state, { payload }: PayloadAction<UserData>): SessionState => ({
      status: 'authenticated',
      user: payload,
    }),
    foundAnonymous: (): SessionState => ({ status: 'anonymous' }),
    signedOut: (): SessionState => ({ status: 'anonymous' }),
    /** The server answered 401 to somebody who was signed in. */
    sessionEnded: (state): SessionState =>
      state.status === 'authenticated' ? { status: 'anonymous', ended: true } : { ...state },
    userChanged: (state, { payload }: PayloadAction<Partial<UserData>>): SessionState =>
      state.status === 'authenticated' ? { status: 'authenticated', user: { ...state.user, ...payload } } : state,
  },
  selectors: {
    selectSession: (state) => state,
    selectUser: (state): UserData | null => (state.status === 'authenticated' ? state.user : null),
    selectIsAuthenticated: (state) => state.status === 'authenticated',
    selectDisplayName: (state) => (state.status === 'authenticated' && state.user.display_name) || 'User',
  },
});

export const { signedIn, foundAnonymous, signedOut, sessionEnded, userChanged } = sessionSlice.actions;
export const { selectSession, selectUser, selectIsAuthenticated, selectDisplayName } = sessionSlice.selectors;
