import path from 'node:path';
import { type Account, addAccount } from '../../../src/network/accounts/accounts.ts';
import { migrate } from '../../../src/network/database/migrate.ts';
import { addPerson, type Person, personWithEmail } from '../../../src/network/identity/people.ts';
import { hashPassword } from '../../../src/network/identity/passwords.ts';
import { useTemporaryFolder } from '../temporaryFolder.ts';
import { NetworkNode } from './networkNode.ts';
import { useDatabase } from './testDatabase.ts';
import { Visitor } from './visitor.ts';

export const password = 'a long and calm sentence';

/** The account pages of a network, for each test of a suite. */
export function useAccountPages() {
  const folder = useTemporaryFolder();
  const current = useDatabase();
  let node: NetworkNode | undefined;
  afterEach(async () => {
    await node?.stop();
    node = undefined;
  });
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
    /** Adds a person, with an account of the same name. */
    async person(email: string, { isAdmin = false, plan = 'pro' } = {}): Promise<Person & { of: Account }> {
      await migrate(current.database);
      const of = await addAccount(current.database, { name: `of ${email}`, plan, allowance: null });
      const facts = { email, account: of.id, isAdmin };
      await addPerson(current.database, facts, await hashPassword(password));
      const person = await personWithEmail(current.database, email);
      if (person === undefined) throw new Error('Invalid email address or password');
      return { ...person, of };
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
    visitor(): Visitor {
      return new Visitor(this.url);
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
