import { useDocumentTitle } from '@redress/mf-runtime';
import { Route, Routes } from 'react-router-dom';
import styles from './app.module.css';

/** The screens of sign-in. */
export function App() {
  return (
    <Routes>
      <Route path="/login" element={<Screen title="Sign in" />} />
      <Route path="/forgot-password" element={<Screen title="Reset your password" />} />
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
