/** Every way the release service says no. `status` is the HTTP answer; the remedy is for the person who asked. */
export const REFUSALS = {
  DESCRIPTOR_INVALID: { status: 422, remedy: 'Build again with the current @redress/webpack-config.' },
  BUILD_EXISTS: {
    status: 409,
    remedy: 'A build is never overwritten: change the source or the version and build again.',
  },
  BUILD_UNKNOWN: { status: 404, remedy: 'List the builds with `release status <remote>`, or publish it first.' },
  ARCHIVE_BROKEN: {
    status: 409,
    remedy:
      'The ledger in the store of builds was changed: take the database from a backup, or start without rebuilding.',
  },
  NOT_LOST: { status: 409, remedy: 'Only an empty database is rebuilt: start the program with the one that is there.' },
  FILE_MISSING: { status: 422, remedy: 'Upload every file that build.json lists.' },
  FILE_MISMATCH: {
    status: 422,
    remedy: 'The file is not the one build.json describes: build again and publish untouched.',
  },
  OWNER_CHANGED: {
    status: 403,
    remedy: 'A key holder moves a remote to another team: `release owners move <remote> <team>`.',
  },
  OWNER_UNKNOWN: {
    status: 403,
    remedy: 'A key holder names the owner of a remote: `release owners move <remote> <team>`.',
  },
  SIGNATURE_INVALID: { status: 403, remedy: "Sign build.json with the owning team's key." },
  INTEGRITY_MISSING: { status: 422, remedy: 'Every script and style sheet needs its hash in build.json: build again.' },
  EXPOSE_REMOVED: { status: 422, remedy: 'Keep the module until no page loads it, or release both sides together.' },
  SLOT_REMOVED: { status: 422, remedy: 'Keep the slot, or promote the remote that takes it over at the same time.' },
  SLOT_TAKEN: { status: 422, remedy: 'Two remotes cannot fill one slot: remove it from one of them.' },
  ROUTE_REMOVED: { status: 422, remedy: 'Keep the route, or promote the remote that takes it over at the same time.' },
  MENU_TAKEN: {
    status: 422,
    remedy: 'A label stands for one page of the side bar: give the entry in remote.config another one.',
  },
  ROUTE_TAKEN: { status: 422, remedy: 'Two remotes cannot own one route: remove it from one of them.' },
  CONTRACTS_RANGE: {
    status: 422,
    remedy: 'Build against the contracts this channel offers, or promote the shell first.',
  },
  SHARED_MISSING: {
    status: 422,
    remedy: 'Ask only for packages the platform shares, or add it to the platform first.',
  },
  SHARED_VERSION: { status: 422, remedy: 'Build against the versions the platform provides.' },
  SHARED_NAME: {
    status: 422,
    remedy:
      'Promote a shell that has the name first, or at the same time; or roll back the remote that uses it as well.',
  },
  SHARED_TYPE: {
    status: 422,
    remedy: 'Build the remote again and promote it with the shell, or let the new prop or argument be left out.',
  },
  SLOT_TYPE: { status: 422, remedy: 'Promote both sides at the same time, or let the new prop be left out.' },
  SHAPE_UNREADABLE: { status: 422, remedy: 'Teach the older build to read the newer shape first, then write it.' },
  UNSAFE_CODE: {
    status: 422,
    remedy: 'Remove what the sentence names: the site forbids it, or visitors could read it.',
  },
  ES_MODULE: {
    status: 422,
    remedy:
      'Build scripts, not ES modules: webpack and Rspack make them. A browser loads what a module imports unchecked.',
  },
  OWN_COPY: {
    status: 422,
    remedy: 'Take the package from the platform: share it with `import: false`, and bundle no copy of it.',
  },
  STYLE_LEAKS: {
    status: 422,
    remedy: 'Begin every selector with a class of the remote, so that it reaches nothing of other teams.',
  },
  OVER_BUDGET: { status: 422, remedy: 'Make the first load smaller, or raise the budget in a change of its own.' },
  FROZEN: { status: 423, remedy: 'Wait for the window to end, or ask a release manager to override with a reason.' },
  NOTHING_BEFORE: { status: 409, remedy: 'There is no earlier build to go back to: name one with --to.' },
  NEVER_SERVED: {
    status: 409,
    remedy: 'A rollback goes to a build that served this channel: promote this one instead.',
  },
  FILES_LOST: {
    status: 409,
    remedy: 'Publish the same build again from where it was made, or name another one.',
  },
  MARKED_BAD: {
    status: 409,
    remedy: 'It was rolled back. To serve it all the same, name it: `release promote <remote>@<build>`.',
  },
  TYPES_MISSING: {
    status: 404,
    remedy: 'The shell that serves was built without them: promote one that is built anew.',
  },
  DIST_STALE: { status: 409, remedy: 'Correct the build, or name a finished one with --dist.' },
  STORE_AWAY: {
    status: 503,
    remedy: 'Wait for the store of builds, or go back to the last good build, which is kept on this machine.',
  },
  ALREADY_CURRENT: { status: 409, remedy: 'The channel serves this build already.' },
  CHANGED_MEANWHILE: {
    status: 409,
    remedy: 'Look at what the other person did, then decide again.',
  },
  CHANNEL_UNKNOWN: { status: 404, remedy: 'Channels stand in the trust document: `release owners` lists them.' },
  FREEZE_INVALID: { status: 422, remedy: 'A freeze ends in the future, after it begins.' },
  CONFIRMATION_NEEDED: {
    status: 409,
    remedy: 'Another person confirms it: `release confirm <number>`. A rollback needs nobody else.',
  },
  ROLLOUT_UNKNOWN: { status: 404, remedy: 'See what rolls out with `release status`.' },
  ROLLOUT_INVALID: {
    status: 422,
    remedy:
      'Name percentages of 0 to 100 with at most two decimals, each step larger than the one before; with --within, none of them 100.',
  },
  ROLLOUT_LIMIT: {
    status: 409,
    remedy: 'Finish or abort one of the rollouts first: `release status` lists them.',
  },
  ROLLING_OUT: {
    status: 409,
    remedy: 'Finish that rollout with `release rollout finish <remote>`, or abort it, first.',
  },
  PREVIEW_UNKNOWN: { status: 404, remedy: 'See what can be opened with `release previews`.' },
  PREVIEW_LIMIT: { status: 409, remedy: 'End one with `release preview end <no>`: `release previews` lists them.' },
  NOTICE_UNKNOWN: { status: 404, remedy: 'See what people were told of with `release notices`.' },
  NOTICE_TARGET_UNKNOWN: { status: 404, remedy: 'See who is told with `release notices targets`.' },
  NOTICE_TARGET_INVALID: {
    status: 422,
    remedy:
      'Name one mail address, or one webhook with https; WEBHOOK_PRIVATE_HOSTS names receivers in the own network.',
  },
  NOTICE_TARGET_LIMIT: { status: 409, remedy: 'End one with `release notices end <no>` first.' },
  STAFF_PASS_UNKNOWN: { status: 404, remedy: 'See who has one with `release staff`.' },
  STAFF_PASS_LIMIT: { status: 409, remedy: 'Passes end by themselves; those to come can be for fewer days.' },
  PLAN_UNKNOWN: { status: 404, remedy: 'See what is to come with `release plans`.' },
  PLAN_INVALID: { status: 422, remedy: 'Name a time to come, at most 90 days from now.' },
  KEY_MISSING: {
    status: 409,
    remedy:
      'Copy the key to this machine; `release keys init` and `release keys add <team>` make new ones where the root key is.',
  },
  PROGRAM_ANSWERS: { status: 409, remedy: 'Leave --files away: the program does it, with ledger and gate.' },
  NO_PROGRAM: {
    status: 503,
    remedy:
      'Start the program, or set DATA_DIR or DATABASE_URL to where its data is. Without a database: `rollback --files`.',
  },
  REMOTE_UNKNOWN: { status: 404, remedy: 'See the names with `release status`.' },
  CHANNEL_EMPTY: { status: 409, remedy: 'Publish a shell and a remote first.' },
  REASON_MISSING: { status: 422, remedy: 'Say why with --reason.' },
  NOT_ALLOWED: { status: 403, remedy: 'Ask somebody whose role may do this; `release people` lists them.' },
  TOKEN_UNKNOWN: { status: 401, remedy: 'Sign in again, or use a token that is in force.' },
  REQUEST_INVALID: { status: 400, remedy: 'Correct the request.' },
  TOKEN_EXISTS: { status: 409, remedy: 'Choose another name, or `release tokens rotate <name>`.' },
  TOKEN_MISSING: {
    status: 404,
    remedy: '`release tokens` lists them. A token of the key folder ends when its file is removed.',
  },
  PERSON_EXISTS: { status: 409, remedy: '`release people` lists them: change or end the one there is.' },
  PERSON_UNKNOWN: { status: 404, remedy: '`release people` lists them.' },
  SIGN_IN_OFF: { status: 404, remedy: 'Use a token, or name a provider with CONSOLE_OIDC_ISSUER.' },
  PROVIDER_AWAY: { status: 503, remedy: 'Try again in a minute, or use a token.' },
  TEAM_LIMIT: {
    status: 429,
    remedy: 'Publish what was uploaded, or wait a day; builds past their time go with `release retention --apply`.',
  },
  DISK_FULL: { status: 503, remedy: 'Free the disk of the release service and its database, then ask again.' },
  DATABASE_AWAY: {
    status: 503,
    remedy:
      'Nothing is decided or read until it answers: see the log of the release service and of PostgreSQL. Sites serve on; `rollback --files` works without it.',
  },
  FAILED: { status: 500, remedy: 'See the log of the release service.' },
  UNREACHABLE: { status: 503, remedy: 'Start the program, or correct the address.' },
  TOO_MANY: { status: 429, remedy: 'Wait a minute.' },
} as const;

export type RefusalCode = keyof typeof REFUSALS;
