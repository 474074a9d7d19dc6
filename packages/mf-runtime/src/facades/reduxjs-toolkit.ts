/** What the site uses of Redux Toolkit. Types are free: import them as usual. */
export { combineSlices, configureStore, createSlice } from '@reduxjs/toolkit';
