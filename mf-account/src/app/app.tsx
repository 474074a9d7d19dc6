import { useDocumentTitle } from '@redress/mf-runtime';
import { Route, Routes } from 'react-router-dom';
import styles from './app.module.css';

/** The screens of the account area. */
export function App() {
  return (
    <Routes>
      <Route path="/dashboard" element={<Screen title="Home" />} />
      <Route path="/completed-sessions" element={<Screen title="Completed Sessions" />} />
      <Route path="/billing" element={<Screen title="Orders" />} />
      <Route path="/settings" element={<Screen title="Settings" />} />
    </Routes>
  );
}

function Screen({ title }: { title: string }) {
  useDocumentTitle(title);
  return (
    <section className={styles.screen}>
      <h1 tabIndex={-1}>{title}</h1>
    </section>
  );
}
