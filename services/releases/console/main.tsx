import '@redress/ui/styles.css';
import { LiveRegion } from '@redress/ui/live-region';
import { guardSecondClicks } from '@redress/ui/second-click';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { comeBack } from './session.ts';

const root = document.getElementById('console');
if (root) {
  guardSecondClicks();
  const outcome = comeBack();
  createRoot(root).render(
    <>
      <App outcome={outcome} />
      <LiveRegion />
    </>,
  );
}
