import { LiveRegion } from '@redress/ui/live-region';
import { createRoot } from 'react-dom/client';
import { REGIONS, region } from './regions.ts';

/** Where short messages of all remotes appear (`showToast`): over both layouts, once a page, for as long as it lives. */
export function drawToasts(): void {
  const element = document.createElement('div');
  region(REGIONS.frame).append(element);
  createRoot(element).render(<LiveRegion />);
}
