import * as z from 'zod/mini';

/** Number of a page, counted from one. */
export const PageNo = z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000));

/** A page of a PDF for browsers that show none. */
export const PageImage = z.object({
  /** Pages of the whole file. */
  pages: z.int(),
  /** PNG, in Base64. */
  image: z.string(),
  /** The words on the page, for who cannot see it. */
  text: z.string(),
});
