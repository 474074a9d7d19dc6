import { useDocumentTitle } from '@redress/mf-runtime';
import { Route, Routes } from 'react-router-dom';
import styles from './app.module.css';

/** The screens of the claim wizard. */
export function App() {
  return (
    <Routes>
      <Route path="/" element={<Screen title="Which of these best classifies your situation?" />} />
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
