/** What the site uses of Redux Toolkit. Types are free: import them as usual. */
export { createSlice } from '@reduxjs/toolkit';
