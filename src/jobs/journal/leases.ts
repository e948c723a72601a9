import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import type { ServiceId } from '../core/service.ts';

const heartbeatMs = 60_000;
// Sleep and debuggers stop an owner for long; a process id that exists but does not beat is most often a reused one.
const silentBeatsUntilDead = 10;

const leaseSchema = z.object({
  pid: z.number(),
  host: z.string(),
  inFlight: z.record(z.string(), z.number()),
});
type Lease = z.output<typeof leaseSchema>;

/** This process, and whether another one of this machine is there. */
export interface Processes {
  readonly pid: number;
  isRunning(pid: number): boolean;
}

export const systemProcesses: Processes = {
  pid: process.pid,
  isRunning(pid) {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      // Not permitted to signal it: it is there.
      return error instanceof Error && 'code' in error && error.code === 'EPERM';
    }
  },
};

/**
 * Who owns jobs in a shared folder: a file for each owner, with its process and what it has in flight. An owner is dead when
 * its process is gone or, where that can't be told (a reused process id, another machine), when it has been silent for long.
 */
export class Leases implements Disposable {
  readonly owner = randomBytes(8).toString('hex');
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #processes: Processes;
  readonly #silent = new Map<string, { beat: number; count: number }>();
  #inFlight: Lease['inFlight'] = {};
  #heartbeat: Disposable | undefined;
  #writes = 0;
  #writing: Promise<void> = Promise.resolve();
  #contested = false;
  #disposed = false;

  constructor(folder: string, clock: Clock, processes: Processes) {
    this.#folder = folder;
    this.#clock = clock;
    this.#processes = processes;
  }

  /** Takes the lease and keeps it until disposed. */
  async hold(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await this.#write();
    this.#beatLater();
  }

  /** Tells the others how many jobs this owner has in flight at a service. */
  async publish(service: ServiceId, inFlight: number): Promise<void> {
    if (this.#inFlight[service] === inFlight) return;
    this.#inFlight = { ...this.#inFlight, [service]: inFlight };
    await this.#write();
  }

  /** How many jobs the other living owners have in flight at a service. */
  async othersInFlight(service: ServiceId): Promise<number> {
    const leases = await Promise.all((await this.others()).map((owner) => this.#read(owner)));
    return leases
      .filter((lease) => lease !== undefined && this.#mayRun(lease))
      .reduce((sum, lease) => sum + (lease?.inFlight[service] ?? 0), 0);
  }

  /** The other owners that have a lease, dead or alive. */
  async others(): Promise<string[]> {
    const names = await readdir(this.#folder);
    return names
      .flatMap((name) => /^([0-9a-f]{16})\.lease$/.exec(name)?.[1] ?? [])
      .filter((id) => id !== this.owner);
  }

  /** Whether an owner is gone. To be asked once a heartbeat or so, because silence is counted in questions. */
  async isDead(owner: string): Promise<boolean> {
    const lease = await this.#read(owner);
    if (lease === undefined) return true;
    if (this.#contested) return false;
    if (lease.host === hostname() && !this.#processes.isRunning(lease.pid)) return true;
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
   * Another window took this living one for dead. Whatever misled it may mislead this one, too, and the jobs would go to
   * and fro: from now on only those are taken for dead that gave up their lease.
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

  #mayRun(lease: Lease): boolean {
    return lease.host !== hostname() || this.#processes.isRunning(lease.pid);
  }

  #beatLater(): void {
    this.#heartbeat = this.#clock.schedule(heartbeatMs, () => {
      this.#beatLater();
      const now = new Date();
      utimes(this.#path(this.owner), now, now).catch(() => this.#write().catch(() => {}));
    });
  }

  /** One after the other, so that the last one tells what is true last. */
  async #write(): Promise<void> {
    const write = this.#writing.then(() => this.#replace());
    this.#writing = write.catch(() => {});
    return write;
  }

  /** Replaced as a whole, so that nobody reads half of it. */
  async #replace(): Promise<void> {
    const lease: Lease = { pid: this.#processes.pid, host: hostname(), inFlight: this.#inFlight };
    this.#writes += 1;
    const partial = `${this.#path(this.owner)}.${this.#writes}`;
    await writeFile(partial, JSON.stringify(lease), { mode: 0o600 });
    await rename(partial, this.#path(this.owner));
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
