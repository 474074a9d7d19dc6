/** Event on a slot's element: what is drawn there does not react any more; `detail` is the error that was thrown. */
export const SLOT_UNUSABLE = 'redress:slot-unusable';
