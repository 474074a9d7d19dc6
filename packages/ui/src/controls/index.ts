/** Fields of a form that are the browser's own elements, in one look. */
export { DateInput, SearchInput, Select, control } from './native-controls.tsx';
