import { once } from 'node:events';
import net from 'node:net';
import { endTogether, listen } from '../http/port.ts';

/** The beginning of the message that ends every answer. */
const ready = Buffer.from('Z\0\0\0\x05', 'latin1');

/** The fault to inject into connections that send certain words. */
interface Rule {
  readonly words: string;
  readonly happens: 'answer is lost' | 'silence';
  /** The number of connections that are still to be affected. */
  left: number;
  readonly happened: PromiseWithResolvers<void>;
}

/** A proxy in front of PostgreSQL that breaks or silences connections at certain statements. */
export class PostgresProxy {
  readonly #upstream: string;
  readonly #database: string;
  readonly #server = net.createServer((socket) => this.#pass(socket));
  readonly #sockets = new Set<net.Socket>();
  readonly #connections = new Set<{ isSilent: boolean }>();
  #rules: readonly Rule[] = [];
  url = '';

  private constructor(url: string) {
    const { pathname, searchParams } = new URL(url.replace('@/', '@localhost/'));
    this.#upstream = `${searchParams.get('host')}/.s.PGSQL.5432`;
    this.#database = pathname;
  }

  /** @param url the server's address, with the folder of its sockets */
  static async start(url: string): Promise<PostgresProxy> {
    const proxy = new PostgresProxy(url);
    proxy.url = `postgres://network@127.0.0.1:${await listen(proxy.#server)}${proxy.#database}`;
    return proxy;
  }

  /**
   * Lets the next statement with these words run, but drops its answer and breaks the connection. Resolves afterwards.
   */
  async loseAnswerTo(words: string): Promise<void> {
    return this.#add({ words, happens: 'answer is lost', left: 1 });
  }

  /** Stops forwarding on the next connections that send these words. Resolves when the first one does. */
  async silence(words: string, left = Number.POSITIVE_INFINITY): Promise<void> {
    return this.#add({ words, happens: 'silence', left });
  }

  /** Stops forwarding on the connections that `isHit` selects. New ones work. */
  blackHole(isHit: () => boolean): void {
    for (const connection of this.#connections) connection.isSilent ||= isHit();
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  #add(facts: Omit<Rule, 'happened'>): Promise<void> {
    const rule = { ...facts, happened: Promise.withResolvers<void>() };
    this.#rules = [...this.#rules, rule];
    return rule.happened.promise;
  }

  #ruleFor(chunk: Buffer): Rule | undefined {
    const rule = this.#rules.find(({ words, left }) => left > 0 && chunk.includes(words));
    if (rule !== undefined) rule.left -= 1;
    return rule;
  }

  #pass(client: net.Socket): void {
    const server = net.connect(this.#upstream);
    const connection = { isSilent: false };
    this.#connections.add(connection);
    client.once('close', () => this.#connections.delete(connection));
    let rule: Rule | undefined;
    client.on('data', (chunk) => {
      if (connection.isSilent) return;
      rule ??= this.#ruleFor(chunk);
      if (rule?.happens === 'silence') rule.happened.resolve();
      else server.write(chunk);
    });
    server.on('data', (chunk) => {
      if (connection.isSilent) return;
      if (rule === undefined) client.write(chunk);
      else if (rule.happens === 'answer is lost' && chunk.includes(ready)) {
        rule.happened.resolve();
        client.destroy();
      }
    });
    endTogether(this.#sockets, client, server);
  }
}
