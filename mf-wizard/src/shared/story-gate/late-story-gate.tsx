import { late, useLate } from '@redress/mf-runtime';
import type { StoryField } from './story-gate.tsx';

const gate = late(() => import('./story-gate.tsx'));

/** The gate of the letter beside an account being written. Its rules are fetched when there is something to read. */
export function LateStoryGate({ field, text }: { field: StoryField; text: string }) {
  const state = useLate(gate, text.trim() !== '');
  // Without it nothing is lost: what may not be printed is left out and told later.
  if (state.status !== 'ready') return null;
  return <state.value.StoryGate field={field} text={text} />;
}

/** What of the answers the letter will not say. */
export function LateLeftOut({ onChange }: { onChange: () => void }) {
  const state = useLate(gate, true);
  return state.status === 'ready' ? <state.value.LeftOut onChange={onChange} /> : null;
}
