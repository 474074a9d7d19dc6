/** This remote has no page of its own: its pieces are slots of the wizard's page. */
export function App() {
  return null;
}
