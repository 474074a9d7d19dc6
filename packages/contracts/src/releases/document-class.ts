import * as z from 'zod/mini';

/** R30. `public` documents may run allow-listed tags after consent; `private` never do. */
export const DocumentClass = z.enum(['public', 'private']);
export type DocumentClass = z.output<typeof DocumentClass>;
