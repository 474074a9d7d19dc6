/** What the site uses of Redux Toolkit. Types are free: import them as usual. */
export {
  combineSlices,
  configureStore,
  createAction,
  createAsyncThunk,
  createListenerMiddleware,
  createSelector,
  createSlice,
  isAnyOf,
  nanoid,
} from '@reduxjs/toolkit';
