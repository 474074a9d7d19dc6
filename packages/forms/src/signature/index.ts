export { SignatureField, type SignatureFieldProps } from './signature-field.tsx';
export { drawTypedSignature } from './typed-signature.tsx';
export { SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from './signature-pad.tsx';
