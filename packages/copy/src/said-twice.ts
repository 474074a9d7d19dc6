/** Sentences of two areas, of which a page may have one without the other. */
export const CATEGORY_REQUIRED = 'Please select a category before continuing!';
export const SAVE_YOUR_PROGRESS = 'Save Your Progress';
