import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { UserData } from '@redress/contracts';

/**
 * `unknown` until the first answer of checkAuth: nothing may redirect before it.
 *
 * A page belongs to one account: the first that signs in on it. `owner` is the id of that account while it is not signed
 * in. When another account signs in, the state becomes `leaving`: nothing is sent from this document any more, and the
 * shell loads an empty one (decision 0306).
 */
export type SessionState =
  | { status: 'unknown'; /** Account this tab belonged to before the document was loaded. */ owner?: string }
  | { status: 'anonymous'; /** The session ended without a sign-out. */ ended?: true; owner?: string }
  | { status: 'authenticated'; user: UserData }
  | { status: 'leaving' };

const ownerOf = (state: SessionState): string | null => {
  if (state.status === 'authenticated') return state.user.user_id;
  return state.status === 'leaving' ? null : (state.owner ?? null);
};

const anonymousAfter = (state: SessionState): SessionState => {
  const owner = ownerOf(state);
  if (owner === null) return state.status === 'anonymous' ? state : { status: 'anonymous' };
  // A document that was just loaded shows nothing of the account yet: what is typed from now on is not the account's.
  return state.status === 'unknown'
    ? { status: 'anonymous', ended: true }
    : { status: 'anonymous', ended: true, owner };
};

export const sessionSlice = createSlice({
  name: 'session',
  initialState: (): SessionState => ({ status: 'unknown' }),
  reducers: {
    signedIn: (state, { payload }: PayloadAction<UserData>): SessionState => {
      const owner = ownerOf(state);
      return owner !== null && owner !== payload.user_id
        ? { status: 'leaving' }
        : { status: 'authenticated', user: payload };
    },
    /** The server says that this browser has no session. */
    foundAnonymous: anonymousAfter,
    signedOut: (): SessionState => ({ status: 'anonymous' }),
    /** The server answered 401 to an account that was signed in. */
    sessionEnded: (state): SessionState => (state.status === 'authenticated' ? anonymousAfter(state) : { ...state }),
    /** The account of this page was signed out in another tab. */
    personLeft: (): SessionState => ({ status: 'leaving' }),
    userChanged: (state, { payload }: PayloadAction<Partial<UserData>>): SessionState =>
      state.status === 'authenticated' ? { status: 'authenticated', user: { ...state.user, ...payload } } : state,
  },
  selectors: {
    selectSession: (state) => state,
    /** Id of the account this page belongs to, also after its session has ended; `null` for a visitor. */
    selectOwner: ownerOf,
    selectUser: (state): UserData | null => (state.status === 'authenticated' ? state.user : null),
    selectDisplayName: (state) => (state.status === 'authenticated' && state.user.display_name) || 'User',
  },
});

export const { signedIn, foundAnonymous, signedOut, sessionEnded, personLeft, userChanged } = sessionSlice.actions;
export const { selectSession, selectOwner, selectUser, selectDisplayName } = sessionSlice.selectors;
