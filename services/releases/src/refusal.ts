/** How this service says no; the commands and the console know it by the same class. */
export { isReleaseRefusal, ReleaseRefusal } from '@redress/release-client';
