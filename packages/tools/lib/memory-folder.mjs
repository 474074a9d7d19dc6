import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { freemem } from 'node:os';
import path from 'node:path';

/** A file system in memory on every Linux; on other systems it is missing. */
const SHARED_MEMORY = '/dev/shm';
/** `f_type` of statfs(2) for a tmpfs. */
const TMPFS = 0x01021994;
/** In the middle of the journeys 0.8 GB were in use; the log of the shared test server may take 2 GB besides. */
const FOLDER_BYTES = 4e9;
/** What browsers, programs and compilers of a run need besides. */
const PROGRAM_BYTES = 4e9;

const NAME = /^redress-(\d+)-([0-9a-z]+)$/;

/** @returns when a process began, in ticks since the machine did: with its number, which is given again, it names one process; null when there is none */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command may hold spaces and parentheses of its own.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : Number(fields[19]).toString(36);
  } catch {
    return null;
  }
}

/** Room of the file system, and memory that may be used: also within the limit of a container. */
function roomOf(parent) {
  const { type, bavail, bsize } = statfsSync(parent);
  return { isTmpfs: type === TMPFS, freeBytes: bavail * bsize, memoryBytes: process.availableMemory?.() ?? freemem() };
}

/** Containers often mount theirs with `noexec`; tests write programs and start them. */
function runsPrograms(folder) {
  const file = path.join(folder, 'probe');
  writeFileSync(file, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const { status } = spawnSync(file);
  rmSync(file);
  return status === 0;
}

/** Ends what works inside of a folder: the PostgreSQL servers of tests, which outlive a run by minutes. */
function endProcessesIn(folder) {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (`${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`)) process.kill(Number(pid), 'SIGQUIT');
    } catch {
      // Of another account, or it has ended meanwhile.
    }
  }
}

function remove(folder) {
  endProcessesIn(folder);
  try {
    // A process that ends may still write a file.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  } catch {
    // What is left of it the next run removes.
  }
}

function removeLeftovers(parent) {
  for (const name of readdirSync(parent)) {
    const [, pid, start] = NAME.exec(name) ?? [];
    if (pid !== undefined && startOf(pid) !== start) remove(path.join(parent, name));
  }
}

/**
 * Makes a folder in memory for the throw-away data of one run, where there is room enough: a start of the program waits
 * for a disk several hundred times (decision 0249). Folders of runs that were killed are removed first.
 * @param {object} [options]
 * @param {number} [options.runs] - for which there must be room at the same time
 * @param {string} [options.parent] - told otherwise only by tests, as `room` is
 * @param {(parent: string) => { isTmpfs: boolean, freeBytes: number, memoryBytes: number }} [options.room]
 * @returns {{ folder: string, remove: () => void } | { folder: null, reason: string }} with the reason why there is none
 */
export function openMemoryFolder({ runs = 1, parent = SHARED_MEMORY, room = roomOf } = {}) {
  try {
    removeLeftovers(parent);
    const { isTmpfs, freeBytes, memoryBytes } = room(parent);
    if (!isTmpfs) return { folder: null, reason: `${parent} is not in memory` };
    if (freeBytes < runs * FOLDER_BYTES) return { folder: null, reason: `${parent} has ${gigabytes(freeBytes)} free` };
    if (memoryBytes < runs * (FOLDER_BYTES + PROGRAM_BYTES))
      return { folder: null, reason: `${gigabytes(memoryBytes)} of memory are free` };
    // Short: the path of a socket has at most 107 characters.
    const folder = path.join(parent, `redress-${process.pid}-${startOf(process.pid)}`);
    mkdirSync(folder);
    // As in /tmp, PostgreSQL runs as another account when this one is root.
    chmodSync(folder, 0o711);
    if (runsPrograms(folder)) return { folder, remove: () => remove(folder) };
    remove(folder);
    return { folder: null, reason: `${parent} runs no programs` };
  } catch (error) {
    return { folder: null, reason: error.message };
  }
}

const gigabytes = (bytes) => `${(bytes / 1e9).toFixed(1)} GB`;
