import { Route, Routes } from 'react-router-dom';
import { ForgotPasswordPage } from '../features/forgot-password/forgot-password-page.tsx';
import { LoginPage } from '../features/login/login-page.tsx';

/** The screens of sign-in. */
export function App() {
  return (
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/forgot-password" element={<ForgotPasswordPage />} />
    </Routes>
  );
}
