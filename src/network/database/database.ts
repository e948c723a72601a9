import { type ClientBase, DatabaseError, Pool } from 'pg';

/** What runs statements: the pool, or one connection inside a transaction. */
export type Queryable = Pick<ClientBase, 'query'>;

export interface DatabaseOptions {
  readonly url: string;
  /** How many connections this process may hold. */
  readonly maxConnections: number;
  /** Hears of a connection that broke while nobody used it. */
  readonly onDidFail: (error: Error) => void;
}

const connectMs = 10_000;
/** No statement of ours takes longer; one that does holds locks that others wait for. */
const statementMs = 60_000;
/** Transactions that waited for each other: one was rolled back, and may come again. */
const repeatable: ReadonlySet<unknown> = new Set(['40001', '40P01']);
const maxTries = 3;

/** A transaction whose commit failed: the database may have done all of it, though nobody heard of it. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';

  constructor(cause: unknown) {
    super('The commit of a transaction failed.', { cause });
  }
}

/** The connections to PostgreSQL. */
export class Database implements Queryable {
  readonly pool: Pool;
  readonly query: Pool['query'];

  constructor({ url, maxConnections, onDidFail }: DatabaseOptions) {
    this.pool = new Pool({
      connectionString: url,
      max: maxConnections,
      connectionTimeoutMillis: connectMs,
      statement_timeout: statementMs,
      application_name: 'file-utility-network',
    });
    this.pool.on('error', onDidFail);
    // While somebody has it, whoever waits for its answer hears of it, too.
    this.pool.on('connect', (client) => client.on('error', onDidFail));
    this.query = this.pool.query.bind(this.pool);
  }

  /**
   * Does all of `run` or nothing. It may be run again where the database asks for that, so it must not do anything but
   * with the connection that it is given.
   * @throws UnknownOutcome where it may have been done all the same; after any other error it certainly was not
   */
  async transaction<T>(run: (connection: Queryable) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#once(run);
      } catch (error) {
        if (tries === maxTries || !repeatable.has(sqlState(error))) throw error;
      }
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  async #once<T>(run: (connection: Queryable) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const result = await run(client);
      await client.query('commit').catch((error: unknown) => {
        throw new UnknownOutcome(error);
      });
      return result;
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      // A connection that could not roll back is closed, which does it.
      client.release(broken);
    }
  }
}

/** Of a row whose key another row has. */
export const uniqueViolation = '23505';

/** The code that PostgreSQL gives an error, such as `uniqueViolation`. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof DatabaseError ? error.code : undefined;
}
