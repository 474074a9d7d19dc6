/** Installed version of every shared package, set by the build of the shell. */
declare const __REDRESS_SHARED_VERSIONS__: Record<string, string>;
