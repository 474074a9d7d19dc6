/** What screens use of RTK Query beside their hooks; the API itself is `@redress/api-client`. */
export { skipToken } from '@reduxjs/toolkit/query';
