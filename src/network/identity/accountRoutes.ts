import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountNamed } from '../accounts/accounts.ts';
import { addKey, listKeys, revokeKey } from '../accounts/keys.ts';
import { planOf } from '../accounts/plans.ts';
import { listJobs } from '../jobs/allJobs.ts';
import {
  fieldsOf,
  ownForm,
  formAction,
  sendPage,
  signedIn,
  type RouteContext,
  windowsFor,
} from './routeContext.ts';
import { keysPage, overviewPage, securityPage } from './accountPages.ts';
import { asPerson, type Person, personWithPassword, setPassword } from './people.ts';
import { endListedSession, listSessions } from './sessions.ts';
import { startSession, passwordProblem } from './signInRoutes.ts';
import { creditsByDay } from './reports.ts';

const shownJobs = 20;

/** Adds the pages on which people see their credits and jobs, and manage their keys, sessions, and password. */
export function accountRoutes(context: RouteContext): void {
  const { app, node } = context;
  const { database, wallet } = node;
  const newKeys = windowsFor(context, 'keys');

  app.get(
    '/account',
    signedIn(context, async (person, request, reply) => {
      const account = await accountNamed(database, person.accountName);
      const left = await wallet.left(database, account);
      const days = await creditsByDay(database, account.id);
      const jobs = await listJobs(database, { account: account.id, status: undefined, limit: shownJobs });
      return sendPage(request, reply, person, () => overviewPage(planOf(account).name, left, days, jobs));
    }),
  );

  const showKeys = async (
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: Parameters<typeof keysPage>[2] = {},
  ) => {
    const keys = await listKeys(database, accountOf(person), person.id);
    return sendPage(request, reply, person, (viewer) =>
      keysPage({ ...viewer, path: '/account/keys' }, keys, outcome),
    );
  };

  app.get('/account/keys', signedIn(context, showKeys));

  const addOwnKey = formAction(context, showKeys, async (connection, request, person) => {
    const { name, allowed } = fieldsOf(request, 'name', 'allowed');
    await newKeys.take(`keys ${person.id}`);
    const facts = { name: name.trim(), allowed: splitList(allowed), person: person.id };
    return { newKey: await addKey(connection, accountOf(person), facts) };
  });
  const revokeOwnKey = formAction(context, showKeys, async (connection, request, person) => {
    const { name } = fieldsOf(request, 'name');
    await revokeKey(connection, accountOf(person), name, person.id);
    return { notice: `The key “${name}” has been revoked.` };
  });
  app.post('/account/keys', ownForm(context), signedIn(context, addOwnKey));
  app.post('/account/keys/revoke', ownForm(context), signedIn(context, revokeOwnKey));

  const showSecurity = async (
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: Parameters<typeof securityPage>[2] = {},
  ) => {
    const sessions = await listSessions(database, person, request.sessionToken);
    return sendPage(request, reply, person, (viewer) =>
      securityPage({ ...viewer, path: '/account/security' }, sessions, outcome),
    );
  };

  app.get('/account/security', signedIn(context, showSecurity));

  app.post(
    '/account/sessions/end',
    ownForm(context),
    signedIn(context, async (person, request, reply) => {
      await endListedSession(database, person.id, fieldsOf(request, 'id').id);
      return showSecurity(person, request, reply, { notice: 'The session has ended.' });
    }),
  );

  app.post(
    '/account/password',
    ownForm(context, 'login'),
    signedIn(context, async (person, request, reply) => {
      const { current, password, again } = fieldsOf(request, 'current', 'password', 'again');
      const isRight = (await personWithPassword(database, person.email, current)) !== undefined;
      const problem = isRight ? passwordProblem(password, again) : 'The current password is incorrect.';
      if (problem !== undefined) return showSecurity(person, request, reply.code(400), { problem });
      const changed = await asPerson(database, person.email, async (connection) =>
        setPassword(connection, person, password),
      );
      return startSession(context, request, reply, changed, '/account/security');
    }),
  );
}

function accountOf({ account, accountName }: Person) {
  return { id: account, name: accountName };
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
