import '@redress/ui/styles.css';
import { LiveRegion } from '@redress/ui';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { comeBack } from './session.ts';

const root = document.getElementById('console');
if (root) {
  const outcome = comeBack();
  createRoot(root).render(
    <>
      <App outcome={outcome} />
      <LiveRegion />
    </>,
  );
}
