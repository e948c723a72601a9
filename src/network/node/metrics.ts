import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Queryable } from '../database/database.ts';

/** From a picture to a film. */
const secondsBuckets = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600];

/** What this process tells Prometheus, and what the database tells of all nodes together. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #database: Queryable;
  readonly #queueJobs: Gauge<'state'>;
  readonly #queueOldestSeconds: Gauge;
  /** How long jobs took at this node, by their engines. */
  readonly jobSeconds: Histogram<'engine'>;
  /** Jobs that failed at this node. */
  readonly jobFailures: Counter<'code'>;
  /** Jobs that this node works on now. */
  readonly placesBusy: Gauge;

  constructor(database: Queryable, places: number) {
    this.#database = database;
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#queueJobs = new Gauge({
      name: 'fun_queue_jobs',
      help: 'Jobs of all nodes that wait in line or are in flight',
      labelNames: ['state'],
      registers,
    });
    this.#queueOldestSeconds = new Gauge({
      name: 'fun_queue_oldest_seconds',
      help: 'How long the oldest job of all nodes has waited that no worker has begun',
      registers,
    });
    this.jobSeconds = new Histogram({
      name: 'fun_job_seconds',
      help: 'How long jobs took, by engine',
      labelNames: ['engine'],
      buckets: secondsBuckets,
      registers,
    });
    this.jobFailures = new Counter({
      name: 'fun_job_failures_total',
      help: 'Jobs that failed, by code',
      labelNames: ['code'],
      registers,
    });
    this.placesBusy = new Gauge({
      name: 'fun_places_busy',
      help: 'Jobs under way at this worker',
      registers,
    });
    new Gauge({ name: 'fun_places', help: 'Jobs that this worker does at once', registers }).set(places);
  }

  /** All of it as Prometheus reads it. @throws Error while the database can't be reached */
  async text(): Promise<string> {
    const { rows } = await this.#database.query<{ waiting: number; inFlight: number; oldest: number }>(
      `select
         (select coalesce(sum(waiting), 0)::int from network.accounts) as waiting,
         (select coalesce(sum(in_flight), 0)::int from network.accounts where in_flight > 0) as "inFlight",
         (select coalesce(extract(epoch from now() - min(created_at)), 0)::float8
          from network.jobs where status = 'Queued') as oldest`,
    );
    for (const { waiting, inFlight, oldest } of rows) {
      this.#queueJobs.set({ state: 'waiting' }, waiting);
      this.#queueJobs.set({ state: 'in_flight' }, inFlight);
      this.#queueOldestSeconds.set(oldest);
    }
    return this.#registry.metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }
}
