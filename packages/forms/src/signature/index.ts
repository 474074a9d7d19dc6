export { SignatureField, type KeptTyping } from './signature-field.tsx';
