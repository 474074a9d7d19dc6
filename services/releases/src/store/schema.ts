import type {
  BuildAbout,
  ChannelSettings,
  NoticeFacts,
  NoticeKind,
  NoticeSending,
  NoticeTarget,
  Plan,
  RolloutSteps,
  SnapshotKind,
} from '@redress/contracts/release-api';
import type { Cohorts, SignedRollout, SignedSnapshot } from '@redress/contracts/releases';
import type { ColumnType, Generated, Kysely, Selectable, Transaction } from 'kysely';

type Instant = ColumnType<Date, Date, Date>;
type NullableInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** Name to the builds a snapshot serves. */
export type SnapshotBuilds = Record<string, { current: string; lastGood: string | null }>;

/** A remote of a channel. */
interface OnChannel {
  channel: string;
  remote: string;
}
/** Somebody's word, with the time of it. */
interface Said {
  reason: string;
  actor: string;
  created_at: Instant;
}

export interface ReleaseTables {
  'releases.build': {
    name: string;
    build_id: string;
    version: string;
    owner: string;
    payload: string;
    published_at: Instant;
    published_by: string;
    about: ColumnType<BuildAbout | null, string | null | undefined, never>;
  };
  'releases.channel': {
    name: string;
    number: number;
    is_put_back: Generated<boolean>;
    rollout: ColumnType<SignedRollout | null, string | null | undefined, string | null>;
  };
  'releases.snapshot': {
    channel: string;
    number: number;
    key_id: string;
    signature: string;
    payload: string;
    builds: ColumnType<SnapshotBuilds, string, never>;
    kind: SnapshotKind;
    reason: string | null;
    actor: string;
    created_at: Instant;
  };
  'releases.hold': OnChannel & Said & { from_build: string; to_build: string };
  'releases.served_build': OnChannel & {
    build_id: string;
    first_number: number;
    first_at: Instant;
    since_number: number;
    since_at: Instant;
    since_kind: SnapshotKind;
    last_number: number | null;
    last_at: NullableInstant;
    bad_at: NullableInstant;
    bad_by: string | null;
    bad_reason: string | null;
    is_withdrawn: Generated<boolean>;
    everybody_last: ColumnType<number | null, number | null | undefined, number | null>;
  };
  'releases.switched_off': OnChannel & Said & { build_id: string };
  'releases.rollout': OnChannel & {
    build_id: string;
    base_build_id: string;
    buckets: number;
    salt: string;
    state: 'running' | 'paused';
    actor: string;
    started_at: Instant;
    updated_at: Instant;
    next: ColumnType<RolloutSteps | null, string | null | undefined, string | null>;
    next_at: NullableInstant;
    reason: string | null;
    number: number;
    cohorts: ColumnType<Cohorts | null, string | null | undefined, string | null>;
  };
  'releases.freeze': {
    id: Generated<number>;
    channel: string;
    starts_at: Instant;
    ends_at: Instant;
    reason: string;
    actor: string;
  };
  'releases.health': {
    remote: string;
    build_id: string;
    minute: Instant;
    kind: string;
    sessions: number;
    events: number;
    total: number;
  };
  'releases.health_voice': {
    channel: string;
    remote: string;
    build_id: string;
    voice: string;
    address_group: string;
    last_at: Instant;
    failed_at: NullableInstant;
    vital_at: NullableInstant;
    slow_at: NullableInstant;
  };
  'releases.browser_error': {
    remote: string;
    build_id: string;
    digest: string;
    kind: string;
    message: string;
    cause: string | null;
    frames: ColumnType<string[], string, never>;
    sessions: number;
    events: number;
    first_at: Instant;
    last_at: Instant;
  };
  'releases.token': {
    hash: string;
    name: string;
    role: string;
    team: string | null;
    person: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: Instant;
    expires_at: NullableInstant;
  };
  'releases.person': {
    handle: string;
    name: string;
    /** As `personKey` writes the name: nobody has two entries. */
    name_key: string;
    role: string;
    team: string | null;
    /** Of an invitation that was not taken yet. */
    email: string | null;
    invited_until: NullableInstant;
    /** Who they are to the provider; `null` before the first sign-in and after the end. */
    issuer: string | null;
    subject: string | null;
    created_at: Instant;
    ended_at: NullableInstant;
  };
  'releases.session': {
    hash: string;
    handle: string;
    created_at: Instant;
    seen_at: Instant;
    expires_at: Instant;
  };
  'releases.pinned_build': Said & { name: string; build_id: string };
  /** Builds whose files are there. Triggers of `build` and `collected_build` write it. */
  'releases.kept_build': {
    name: string;
    build_id: string;
    owner: string;
    published_at: ColumnType<Date, never, never>;
  };
  'releases.collected_build': {
    name: string;
    build_id: string;
    collected_at: Instant;
    files_removed_at: NullableInstant;
    restored_at: NullableInstant;
  };
  'releases.upload': { integrity: string; bytes: number; uploader: string; at: Instant };
  'releases.plan': {
    id: Generated<number>;
    channel: string;
    builds: ColumnType<{ name: string; buildId: string; evenIfBad?: boolean }[], string, never>;
    at: NullableInstant;
    needs_confirmation: boolean;
    confirmed_by: string | null;
    expires_at: NullableInstant;
    reason: string | null;
    is_override: boolean;
    seen: number;
    actor: string;
    person: string | null;
    created_at: Instant;
    state: Plan['state'];
    number: number | null;
    note: string | null;
    rollout: ColumnType<Plan['rollout'], string | null | undefined, never>;
  };
  'releases.channel_setting': {
    channel: string;
    min_groups: number | null;
    second_person_minutes: number | null;
    limits: ColumnType<ChannelSettings['limits'], string, string>;
  };
  'releases.preview': {
    id: Generated<number>;
    secret_hash: string;
    channel: string;
    what: string;
    signed: ColumnType<SignedSnapshot, string, string>;
    actor: string;
    reason: string | null;
    created_at: Instant;
    expires_at: Instant;
    is_once: Generated<boolean>;
    opened_at: NullableInstant;
    team: string | null;
    pull_request: number | null;
    salt: string | null;
    updated_at: NullableInstant;
    needs_confirmation: Generated<boolean>;
    person: string | null;
    confirmed_by: string | null;
  };
  'releases.staff_pass': {
    id: Generated<number>;
    channel: string;
    person: string;
    secret_hash: string | null;
    actor: string;
    reason: string | null;
    created_at: Instant;
    expires_at: Instant;
    opened_at: NullableInstant;
    ended_at: NullableInstant;
  };
  'releases.notice': {
    id: Generated<number>;
    key: string;
    channel: string;
    kind: NoticeKind;
    remote: string | null;
    facts: ColumnType<NoticeFacts, string, never>;
    created_at: Instant;
  };
  'releases.notice_target': {
    id: Generated<number>;
    channel: string;
    team: string | null;
    kind: NoticeTarget['kind'];
    address: string;
    salt: string | null;
    secret_check: string | null;
    former_salt: string | null;
    former_until: NullableInstant;
    actor: string;
    created_at: Instant;
  };
  'releases.notice_sending': {
    id: string;
    notice_id: number;
    target_id: number | null;
    kind: NoticeTarget['kind'];
    place: string;
    state: Generated<NoticeSending['state']>;
    attempts: Generated<number>;
    next_at: Instant;
    error: string | null;
    sent_at: NullableInstant;
  };
  /** `signed`: the document as JSON. */
  'releases.trust_version': { version: number; noted_at: Instant; signed: string };
  'releases.ledger': { seq: number; hash: string; entry: string };
}

export type Db = Kysely<ReleaseTables>;
export type Trx = Transaction<ReleaseTables>;
export type Name = keyof ReleaseTables extends `releases.${infer Table}` ? Table : never;
/** A row as it is read: `RowOf<'plan'>`. */
export type RowOf<Table extends Name> = Selectable<ReleaseTables[`releases.${Table}`]>;
export type PersonRow = RowOf<'person'>;
