import '@redress/ui/styles.css';
import { LiveRegion } from '@redress/ui';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('console');
if (root) {
  createRoot(root).render(
    <>
      <App />
      <LiveRegion />
    </>,
  );
}
