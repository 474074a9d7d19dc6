/** The one message of schemas on the first page, which does not load the others. */
export const CATEGORY_REQUIRED = 'Please select a category before continuing!';
