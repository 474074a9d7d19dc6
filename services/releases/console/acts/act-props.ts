import type { ActFormProps } from './act-form.tsx';

/** What the dialog of every act is given. */
export type ActProps = Pick<ActFormProps, 'seen' | 'onDone' | 'onClose'>;
