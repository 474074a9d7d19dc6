import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { Middleware, Reducer, UnknownAction } from 'redux';
import {
  forgetPersonalStorage,
  forgetTabStorage,
  readClaim,
  readOwner,
  writeClaim,
  writeOwner,
} from './browser-storage.ts';
import { claimSlice, tabForgotten } from './claim.slice.ts';
import { selectOwner, sessionSlice, signedOut, type SessionState } from './session.slice.ts';
import { forgetRefused } from './stored.ts';
import { wizardSlice } from './wizard.slice.ts';

/** Slices that packages and remotes add at run time extend this by declaration merging. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- merged into by api-client and the remotes
export interface LazySlices {}

const FIRST = { session: sessionSlice.reducer, wizard: wizardSlice.reducer, claim: claimSlice.reducer };
export type RootState = { [Name in keyof typeof FIRST]: ReturnType<(typeof FIRST)[Name]> } & Partial<LazySlices>;

/** What the storage of this tab keeps from the document before. */
const keptState = () => {
  const owner = readOwner();
  const session: SessionState = owner === null ? { status: 'unknown' } : { status: 'unknown', owner };
  return { session, claim: readClaim() };
};

/** Keeps the copy in storage equal to the store. A document that is being left writes nothing: the tab has another owner. */
const keepCopy: Middleware<object, RootState> =
  ({ getState }) =>
  (next) =>
  (action) => {
    const before = getState();
    const result = next(action);
    const { session, claim } = getState();
    if (signedOut.match(action)) forgetPersonalStorage(selectOwner(before));
    else if (tabForgotten.match(action)) forgetTabStorage();
    else if (session.status !== 'leaving') {
      if (claim !== before.claim) writeClaim(claim);
      if (session.status === 'authenticated' && session !== before.session) writeOwner(session.user.user_id);
    }
    return result;
  };

const createStore = () => {
  const reducers: Record<string, Reducer> = { ...FIRST };
  const combine = () => combineReducers(reducers) as unknown as Reducer<RootState, UnknownAction, Partial<RootState>>; // late slices have no names in the type
  let combined = combine();
  /** Another account signed in: in the same step the state of the one before is gone, and nothing changes it again. */
  const reducer: typeof combined = (state, action) => {
    if (state?.session?.status === 'leaving') return state as RootState;
    const next = combined(state, action);
    return next.session.status === 'leaving'
      ? { ...combined(undefined, { type: 'left' }), session: next.session }
      : next;
  };
  let addMiddleware!: (middleware: Middleware) => void;
  // For the middleware of RTK Query, which arrives with the api-client package.
  const late: Middleware = (api) => (next) => {
    let first = next;
    addMiddleware = (middleware) => void (first = middleware(api)(first));
    return (action) => first(action);
  };
  const store = configureStore({
    reducer,
    preloadedState: keptState(),
    // In development and tests state must be serializable and not mutated; a production build has no such checks. The
    // cache of RTK Query is left out: only the library writes it, and a walk over its lists costs every action 80 ms.
    middleware: (defaults) =>
      defaults({
        serializableCheck: { ignoredPaths: ['api'] },
        immutableCheck: { ignoredPaths: ['api'] },
      }).concat(keepCopy, late),
  });
  const addReducer = (name: string, reducer: Reducer) => {
    reducers[name] = reducer;
    combined = combine();
  };
  return { store, addReducer, addMiddleware };
};

type Kernel = ReturnType<typeof createStore>;
export type AppStore = Kernel['store'];
export type AppDispatch = AppStore['dispatch'];

let kernel: Kernel | undefined;
const getKernel = (): Kernel => (kernel ??= createStore());

/** The one store of the page, made on first use. This package is a federation singleton, so every remote uses the same one. */
export const getStore = (): AppStore => getKernel().store;

/** For tests: the next `getStore` makes a new one. */
export const resetStore = (): void => {
  kernel = undefined;
  forgetRefused();
};

/**
 * Adds a slice, or replaces the one another build of the same remote added under this name:
 * after a rollback the older reducer must run, not the newer one it replaced.
 */
export const injectSlice = <State, Action extends UnknownAction>(slice: {
  reducerPath: string;
  reducer: Reducer<State, Action>;
}): void => {
  const { store, addReducer } = getKernel();
  addReducer(slice.reducerPath, slice.reducer as Reducer);
  // Initialises the new slice's state now, not at the next action.
  store.dispatch({ type: `${slice.reducerPath}/injected` });
};

/** Adds middleware to the running store: it sees an action before what was added earlier. */
export const injectMiddleware = (middleware: Middleware): void => getKernel().addMiddleware(middleware);

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
