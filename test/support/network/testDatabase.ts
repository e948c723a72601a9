import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { Database } from '../../../src/network/database/database.ts';

/** The environment variable with the address of the run's PostgreSQL. */
export const postgresVariable = 'TEST_POSTGRES_URL';

/**
 * An empty database of the run's PostgreSQL for each test of the calling suite, removed after the test and a final
 * check by `atEnd`.
 */
export function useDatabase(atEnd: (database: Database) => Promise<void> = async () => {}): TestDatabase {
  const current = new TestDatabase();
  beforeEach(() => current.create());
  afterEach(async () => {
    try {
      await atEnd(current.database);
    } finally {
      await current.drop();
    }
  });
  return current;
}

/** A database of the run's PostgreSQL, from `create` to `drop`. */
export class TestDatabase {
  #name = '';
  #database: Database | undefined;

  get url(): string {
    return this.#server.replace('/postgres?', `/${this.#name}?`);
  }

  get #server(): string {
    const url = process.env[postgresVariable];
    if (url === undefined) throw new Error('Run this test with `npm run test:network -- FILE`');
    return url;
  }

  get database(): Database {
    if (this.#database === undefined) throw new Error('A test database exists only while a test runs');
    return this.#database;
  }

  async create(): Promise<void> {
    this.#name = `test_${randomBytes(6).toString('hex')}`;
    await this.#do(`create database ${this.#name}`);
    this.#database = new Database({ url: this.url, maxTransactions: 10, onDidFail: () => {} });
  }

  /** Does `work` while the database is unreachable. */
  async whileAway(work: () => Promise<void>): Promise<void> {
    await this.#do(`alter database ${this.#name} with allow_connections false`);
    await this.cut();
    try {
      await work();
    } finally {
      await this.#do(`alter database ${this.#name} with allow_connections true`);
    }
  }

  /** Deletes everything in the database, including its tables. */
  async lose(): Promise<void> {
    await this.#do(`drop database ${this.#name} with (force)`);
    await this.#do(`create database ${this.#name}`);
  }

  /** Breaks all connections to the database. */
  async cut(): Promise<void> {
    await this.#do(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${this.#name}'`);
  }

  async drop(): Promise<void> {
    await this.#database?.close();
    await this.#do(`drop database ${this.#name} with (force)`);
  }

  async #do(sql: string): Promise<void> {
    const client = new Client({ connectionString: this.#server });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }
}
