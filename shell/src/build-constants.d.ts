/** Set by the build, in the shell: installed version of every shared package. */
declare const __REDRESS_SHARED_VERSIONS__: Record<string, string>;
