import { useDocumentTitle } from '@redress/mf-runtime';
import { Route, Routes } from 'react-router-dom';
import styles from './app.module.css';

/** The screens of letters and court papers. */
export function App() {
  return (
    <Routes>
      <Route path="/result" element={<Screen title="Your letter" />} />
      <Route path="/demand-letters" element={<Screen title="Demand Letters" />} />
      <Route path="/court-documents" element={<Screen title="Court Documents" />} />
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
