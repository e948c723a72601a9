import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import {
  hasEnded,
  type LeaseHolder,
  leaseHolderSchema,
  ownLeaseHolder,
  type Processes,
  systemProcesses,
} from '../../util/lease.ts';
import { retryWhileBusy } from '../../util/files.ts';
import type { ServiceId } from '../core/service.ts';

const heartbeatMs = 60_000;
// Sleep mode and debuggers can stop an owner for a long time, so this is a high number.
const silentBeatsUntilDead = 10;

const leaseSchema = z.extend(leaseHolderSchema, { inFlight: z.record(z.string(), z.number()) });
type Lease = z.output<typeof leaseSchema>;

/**
 * The owners of jobs in a shared folder. Each owner has a file that names its process and the number of its jobs in
 * flight. An owner is dead when its process has ended. If that is unknown (on another machine, or on a system without
 * process start times), the owner is dead after a long silence.
 */
export class Leases implements Disposable {
  readonly owner = randomBytes(8).toString('hex');
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #processes: Processes;
  readonly #silent = new Map<string, { beat: number; count: number }>();
  #inFlight: Lease['inFlight'] = {};
  #written: Lease['inFlight'] = {};
  #holder: Promise<LeaseHolder> | undefined;
  #heartbeat: Disposable | undefined;
  #writes = 0;
  #writing: Promise<void> = Promise.resolve();
  #contested = false;
  #disposed = false;

  constructor(folder: string, clock: Clock, processes: Processes = systemProcesses) {
    this.#folder = folder;
    this.#clock = clock;
    this.#processes = processes;
  }

  /** Acquires the lease, and holds it until this object is disposed. */
  async hold(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#write();
    if (!this.#disposed) this.#beatLater();
  }

  /** Publishes this owner's number of jobs in flight at a service. Resolves once other owners can read it. */
  async publish(service: ServiceId, inFlight: number): Promise<void> {
    this.#inFlight = { ...this.#inFlight, [service]: inFlight };
    await this.#writing;
    if ((this.#written[service] ?? 0) !== inFlight) await this.#write();
  }

  /** The number of jobs that all other living owners have in flight at a service. */
  async othersInFlight(service: ServiceId): Promise<number> {
    const leases = await Promise.all(
      (await this.others()).map(async (owner) => {
        const lease = await this.#read(owner);
        return lease === undefined || (await hasEnded(lease, this.#processes)) ? undefined : lease;
      }),
    );
    return leases.reduce((sum, lease) => sum + (lease?.inFlight[service] ?? 0), 0);
  }

  /** The other owners with a lease, dead or alive. */
  async others(): Promise<string[]> {
    const names = await readdir(this.#folder);
    return names
      .flatMap((name) => /^([0-9a-f]{16})\.lease$/.exec(name)?.[1] ?? [])
      .filter((id) => id !== this.owner);
  }

  /** True if an owner is dead. Call this about once per heartbeat, because silence is counted in calls. */
  async isDead(owner: string): Promise<boolean> {
    const lease = await this.#read(owner);
    if (lease === undefined) return true;
    if (this.#contested) return false;
    if (await hasEnded(lease, this.#processes)) return true;
    const beat = await stat(this.#path(owner)).then(
      (facts) => facts.mtimeMs,
      () => 0,
    );
    const before = this.#silent.get(owner);
    const count = before?.beat === beat ? before.count + 1 : 0;
    this.#silent.set(owner, { beat, count });
    return count >= silentBeatsUntilDead;
  }

  /**
   * Call this if another window wrongly considered this one dead. This window could make the same mistake, and jobs
   * would bounce between windows. From now on, it only counts owners that released their lease as dead.
   */
  async contest(): Promise<void> {
    this.#contested = true;
    await this.#write();
  }

  /** Removes the lease of a dead owner. */
  async clear(owner: string): Promise<void> {
    this.#silent.delete(owner);
    await rm(this.#path(owner), { force: true });
  }

  dispose(): void {
    this.#disposed = true;
    this.#heartbeat?.dispose();
    this.#heartbeat = undefined;
    rmSync(this.#path(this.owner), { force: true });
  }

  /** Disposes the leases, and resolves once nothing is being written any more. */
  async close(): Promise<void> {
    this.dispose();
    await this.#writing;
  }

  #beatLater(): void {
    this.#heartbeat = this.#clock.schedule(heartbeatMs, () => {
      this.#beatLater();
      const now = new Date();
      void this.#inOrder(() => utimes(this.#path(this.owner), now, now).catch(() => this.#replace())).catch(
        () => {},
      );
    });
  }

  async #write(): Promise<void> {
    await this.#inOrder(() => this.#replace());
  }

  /** Runs writes in order, so that the last one wins. */
  async #inOrder(write: () => Promise<void>): Promise<void> {
    const written = this.#writing.then(() => (this.#disposed ? undefined : write()));
    this.#writing = written.catch(() => {});
    return written;
  }

  /** Replaces the file atomically, so that nobody reads a partial file. */
  async #replace(): Promise<void> {
    this.#holder ??= ownLeaseHolder(this.#processes);
    const inFlight = this.#inFlight;
    const lease: Lease = { ...(await this.#holder), inFlight };
    this.#writes += 1;
    const partial = `${this.#path(this.owner)}.${this.#writes}`;
    await writeFile(partial, JSON.stringify(lease), { mode: 0o600 });
    await retryWhileBusy(() => rename(partial, this.#path(this.owner)));
    this.#written = inFlight;
    if (this.#disposed) await this.clear(this.owner);
  }

  async #read(owner: string): Promise<Lease | undefined> {
    try {
      const parsed = leaseSchema.safeParse(JSON.parse(await readFile(this.#path(owner), 'utf8')));
      return parsed.success ? parsed.data : undefined;
    } catch {
      return undefined;
    }
  }

  #path(owner: string): string {
    return join(this.#folder, `${owner}.lease`);
  }
}
