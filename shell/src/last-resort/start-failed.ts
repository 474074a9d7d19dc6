/** Event on the window: the shell arrived and could not start. */
export const START_FAILED = 'redress:start-failed';
