import type { FastifyReply, FastifyRequest } from 'fastify';
import { isServiceError } from '../../contract/errors.ts';
import type { RequestLimit } from '../../service/server/callerLimits.ts';
import { pathParameter } from '../../service/server/endpoint.ts';
import { hashPassword, maxPasswordLength, minPasswordLength } from './passwords.ts';
import {
  addLink,
  findLink,
  type Link,
  linkAddress,
  type Purpose,
  redeemLink,
  addPerson,
  asPerson,
  emailDigest,
  personWithOwnPassword,
  personWithPassword,
  setPassword,
  type SignIn,
} from './people.ts';
import {
  fieldsOf,
  ownForm,
  personOf,
  problemOf,
  sendPage,
  type RouteContext,
  windowsFor,
} from './routeContext.ts';
import type { PageFor } from './layout.ts';
import { addSession, endSession } from './sessions.ts';
import { forgotPage, invalidLinkPage, loginPage, newPasswordPage, sentPage } from './signInPages.ts';

const home = '/account';

/** Sends a page to a visitor. */
const show = async (request: FastifyRequest, reply: FastifyReply, page: PageFor, status = 200) =>
  sendPage(request, reply.code(status), undefined, page);

/** Adds the pages for signing in and out, forgotten passwords, and invitations. */
export function signInRoutes(context: RouteContext): void {
  const { app, node, mail, cookies } = context;
  const { database } = node;
  // Browsers in which the person has signed in before don't count, so that nobody can lock a person out.
  const guesses = windowsFor(context, 'guesses');
  const resets = windowsFor(context, 'resets');
  const hasOrganization = node.configuration.organizationIssuer !== undefined;

  app.get('/account/login', async (request, reply) => {
    if ((await personOf(context, request)) !== undefined) return reply.redirect(home, 303);
    return show(request, reply, loginPage(hasOrganization));
  });

  app.post('/account/login', ownForm(context, 'login'), async (request, reply) => {
    const { email, password } = fieldsOf(request, 'email', 'password');
    const digest = emailDigest(email);
    if (cookies.read(request, 'known') !== digest) await guesses.take(`guesses ${digest}`);
    const person = await personWithPassword(database, email, password);
    if (person === undefined) {
      const problem = 'The email address or password is incorrect.';
      return show(request, reply, loginPage(hasOrganization, { email, problem }), 401);
    }
    cookies.set(reply, 'known', digest);
    return startSession(context, request, reply, person);
  });

  app.post('/account/logout', ownForm(context), async (request, reply) => {
    await endSession(database, request.sessionToken);
    cookies.clear(reply, 'session');
    return reply.redirect('/account/login', 303);
  });

  app.get('/account/forgot', async (request, reply) => show(request, reply, forgotPage(mail)));

  app.post('/account/forgot', ownForm(context, 'forgot'), async (request, reply) => {
    const { email } = fieldsOf(request, 'email');
    context.runAfterResponse(reply, async () => sendReset(context, email, resets));
    return show(request, reply, sentPage(mail));
  });

  const passwordRoute = (
    purpose: Purpose,
    use: (token: string, link: Link, password: string) => Promise<SignIn | undefined>,
  ) => {
    const path = `/account/${purpose}/:token`;
    app.get(path, async (request, reply) => {
      const link = await findLink(database, purpose, pathParameter(request, 'token'));
      if (link === undefined) return show(request, reply, invalidLinkPage(), 404);
      return show(request, reply, newPasswordPage(purpose, link));
    });
    app.post(path, ownForm(context, 'login'), async (request, reply) => {
      const token = pathParameter(request, 'token');
      const { password, again } = fieldsOf(request, 'password', 'again');
      const link = await findLink(database, purpose, token);
      if (link === undefined) return show(request, reply, invalidLinkPage(), 404);
      const problem = passwordProblem(password, again);
      if (problem !== undefined) return show(request, reply, newPasswordPage(purpose, link, problem), 400);
      try {
        const person = await use(token, link, password);
        if (person === undefined) return await show(request, reply, invalidLinkPage(), 404);
        return await startSession(context, request, reply, person);
      } catch (error) {
        return show(request, reply, newPasswordPage(purpose, link, problemOf(error)), 400);
      }
    });
  };

  passwordRoute('invitation', async (token, { email }, password) => {
    const hashed = await hashPassword(password);
    return asPerson(database, email, async (connection) => {
      const taken = await redeemLink(connection, 'invitation', token);
      return taken && { id: await addPerson(connection, taken, hashed), epoch: 0 };
    });
  });

  passwordRoute('reset', async (token, { email }, password) =>
    asPerson(database, email, async (connection) => {
      const taken = await redeemLink(connection, 'reset', token);
      const person = taken && (await personWithOwnPassword(connection, taken.email));
      return person && setPassword(connection, person, password);
    }),
  );
}

/** Returns the reason why a password can't be used. */
export function passwordProblem(password: string, again: string): string | undefined {
  if (password.length < minPasswordLength) return `Use at least ${minPasswordLength} characters.`;
  if (password.length > maxPasswordLength) return `Use at most ${maxPasswordLength} characters.`;
  return password === again ? undefined : 'The passwords don’t match.';
}

/** Starts a person's session, which replaces the browser's current one, and opens the page that the person wanted. */
export async function startSession(
  { node: { database }, cookies }: RouteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  person: SignIn,
  next = cookies.visit(request).next ?? home,
): Promise<FastifyReply> {
  if (request.sessionToken !== '') await endSession(database, request.sessionToken);
  const browser = (request.headers['user-agent'] ?? '').slice(0, 200);
  cookies.set(reply, 'session', await addSession(database, person, browser));
  cookies.clear(reply, 'visit');
  return reply.redirect(next, 303);
}

async function sendReset(
  { node, mail, authUrl }: RouteContext,
  email: string,
  limit: RequestLimit,
): Promise<void> {
  // People who sign in at the organization's provider get no password, which would outlast their access there.
  const person = await personWithOwnPassword(node.database, email);
  if (person === undefined) return;
  try {
    await limit.take(`resets ${person.id}`);
  } catch (error) {
    // The page says the same as for a link that was sent.
    if (isServiceError(error)) return;
    throw error;
  }
  const token = await asPerson(node.database, 'password reset', async (connection) =>
    addLink(connection, 'reset', person),
  );
  const address = linkAddress(authUrl(), 'reset', token);
  const text = `Someone requested a new password for this address. To choose one, open this link within an hour:\n\n${address}\n\nIf it wasn’t you, ignore this message.\n`;
  await mail.send(person.email, 'Choose a new password', text);
}
