import path from 'node:path';
import { useTemporaryFolder } from '../temporaryFolder.ts';
import { password, personWith } from './accounts.ts';
import { NetworkNode } from './networkNode.ts';
import { useDatabase } from './testDatabase.ts';
import { Visitor } from './visitor.ts';

/** The account pages of a network, for each test of a suite. */
export function useAccountPages() {
  const folder = useTemporaryFolder();
  const current = useDatabase();
  let node: NetworkNode | undefined;
  /** Stops the node, which finishes its background work first. */
  const stop = async (): Promise<void> => {
    await node?.stop();
    node = undefined;
  };
  afterEach(stop);
  return {
    get database() {
      return current.database;
    },
    get url() {
      return node?.output[0] ?? '';
    },
    get log() {
      return node?.log ?? [];
    },
    environment: () => ({ FUN_DATABASE_URL: current.url, FUN_STORE: path.join(folder.path, 'store') }),
    async start(settings: NodeJS.ProcessEnv = {}): Promise<void> {
      node = await NetworkNode.start('accounts', { ...this.environment(), ...settings });
    },
    stop,
    async person(email: string, facts: Parameters<typeof personWith>[2] = {}) {
      return personWith(current.database, email, facts);
    },
    /** Follows redirects until there is a page, or an address elsewhere. */
    async follow(visitor: Visitor, page: string): Promise<string> {
      const { status, headers } = await visitor.get(page);
      if (status < 300 || status >= 400) return page;
      const next = new URL(headers.get('Location') ?? '', this.url);
      return next.origin === new URL(this.url).origin ? this.follow(visitor, next.pathname) : next.href;
    },
    /** Confirms a sign-in in the browser of a person, and resolves to the address that leads back to VS Code. */
    async confirm(visitor: Visitor, page: string, answer = 'confirm'): Promise<URL> {
      const { headers } = await visitor.send(await this.follow(visitor, page), { answer });
      const resume = new URL(headers.get('Location') ?? '', this.url);
      return new URL(await this.follow(visitor, resume.pathname));
    },
    visitor(headers: Record<string, string> = {}): Visitor {
      return new Visitor(this.url, headers);
    },
    /** A browser in which this person has signed in. */
    async signedIn(email: string): Promise<Visitor> {
      const visitor = this.visitor();
      const { status } = await visitor.send('/account/login', { email, password });
      if (status !== 303) throw new Error(`Signing in failed with status ${status}`);
      return visitor;
    },
  };
}
