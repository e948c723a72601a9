import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { serviceError } from '../../service/faults.ts';
import { callerNetwork } from '../../service/server/callerLimits.ts';
import { dayMs, hourMs, minuteMs } from '../../util/clock.ts';
import { RequestWindows } from '../node/callerLimits.ts';
import { ConfigurationError } from '../configuration.ts';
import type { Queryable } from '../database/database.ts';
import type { NodeParts } from '../node/nodeParts.ts';
import type { Cookies } from './cookies.ts';
import { layout, type Outcome, type PageFor } from './layout.ts';
import type { Mail } from './mail.ts';
import { asPerson, type Person } from './people.ts';
import { personInSession } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The secret of the session that the browser has; empty if there is none. */
    sessionToken: string;
  }
}

/** The objects that the routes of the account pages share. */
export interface RouteContext {
  readonly app: FastifyInstance;
  readonly node: NodeParts;
  readonly mail: Mail;
  readonly cookies: Cookies;
  /** Returns the address of the account pages for browsers. */
  readonly authUrl: () => string;
  /** Runs work after the response was sent, so that the response time doesn't depend on it. */
  readonly runAfterResponse: (reply: FastifyReply, work: () => Promise<void>) => void;
}

// Databases can't store NUL characters.
const fieldText = z.prefault(z.string().check(z.maxLength(1000), z.regex(/^[^\0]*$/)), '');

/** Parses the fields of a form as short texts. @throws ServiceError `request.malformed` */
export function fieldsOf<Name extends string>(
  { body }: FastifyRequest,
  ...names: readonly Name[]
): Record<Name, string> {
  const schema = z.object(Object.fromEntries(names.map((name) => [name, fieldText])));
  const { data, success } = schema.safeParse(body ?? {});
  if (!success)
    throw serviceError(
      'request.malformed',
      'A field of the form is too long, repeated, or contains invalid characters.',
    );
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has exactly these names
  return data as Record<Name, string>;
}

/** Returns the text that the tokens of forms are bound to, so that those of one session are invalid in others. */
export function tokenOwner({ sessionToken }: FastifyRequest): string {
  return sessionToken || 'visitor';
}

/** Returns the person who has signed in, or `undefined` if the session has ended. */
export async function personOf(
  { node }: RouteContext,
  { sessionToken }: FastifyRequest,
): Promise<Person | undefined> {
  return sessionToken === '' ? undefined : personInSession(node.database, sessionToken);
}

/** Sends a page as the response, with a token for its forms. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  person: Person | undefined,
  page: PageFor,
  outcome?: Outcome,
): Promise<FastifyReply> {
  const viewer = { person, token: reply.generateCsrf({ userInfo: tokenOwner(request) }) };
  return reply.type('text/html; charset=utf-8').send(layout({ ...page(viewer), ...outcome }, viewer));
}

type Handler = (person: Person, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Returns a handler that shows a page, after the outcome of a form if there is one. */
export function showing(pageOf: (person: Person, request: FastifyRequest) => Promise<PageFor>) {
  return async (person: Person, request: FastifyRequest, reply: FastifyReply, outcome?: Outcome) =>
    sendPage(request, reply, person, await pageOf(person, request), outcome);
}

/** Longer paths aren't remembered, because browsers limit the size of cookies. */
const maxNextLength = 300;

/**
 * Restricts a route to people who have signed in, and limits their requests, wherever they come from. Others have to
 * sign in first, and then return to the route.
 */
export function signedIn(context: RouteContext, handler: Handler) {
  const limit = windowsFor(context, 'person');
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const person = await personOf(context, request);
    if (person !== undefined) {
      await limit.take(`person ${person.id}`);
      return handler(person, request, reply);
    }
    // A request may name another host in its address.
    const { pathname = '', search = '' } = URL.parse(request.url, context.authUrl()) ?? {};
    const next = pathname + search;
    if (request.method === 'GET' && next.length <= maxNextLength) context.cookies.setVisit(reply, { next });
    return reply.redirect('/account/login', 303);
  };
}

/** Does what a form asks for. @throws ConfigurationError for invalid input */
export type FormAction = (connection: Queryable, request: FastifyRequest, person: Person) => Promise<Outcome>;

/**
 * Handles a form with `act`, in a transaction that names the person in the audit log, and then shows a page with the
 * outcome, or with what was wrong.
 */
export function formAction(
  { node: { database } }: RouteContext,
  show: (...args: [...Parameters<Handler>, Outcome]) => Promise<unknown>,
  act: FormAction,
): Handler {
  return async (person, request, reply) => {
    try {
      const run = async (connection: Queryable) => act(connection, request, person);
      return await show(person, request, reply, await asPerson(database, person.email, run));
    } catch (error) {
      return show(person, request, reply.code(400), { problem: problemOf(error) });
    }
  };
}

/** Restricts a route to administrators. Others get the same response as for a missing page. */
export function adminOnly(context: RouteContext, handler: Handler) {
  return signedIn(context, async (person, request, reply) => {
    if (!person.isAdmin) return reply.callNotFound();
    return handler(person, request, reply);
  });
}

/** Returns the message for a user's mistake. Throws all other errors again. */
export function problemOf(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  throw error;
}

/** The maximum number of requests per address (api.md, Limits). */
const rates = {
  login: { max: 10, windowMs: minuteMs },
  forgot: { max: 5, windowMs: 15 * minuteMs },
  authorize: { max: 60, windowMs: minuteMs },
  validation: { max: 300, windowMs: minuteMs },
  /** For a person, not an address: pages, new keys, guesses at the password from unknown browsers, and links. */
  person: { max: 120, windowMs: minuteMs },
  keys: { max: 30, windowMs: dayMs },
  guesses: { max: 20, windowMs: 15 * minuteMs },
  resets: { max: 5, windowMs: hourMs },
} as const;

/** Counts requests for all nodes together. */
export function windowsFor({ node }: Pick<RouteContext, 'node'>, name: keyof typeof rates): RequestWindows {
  return new RequestWindows(node.database, rates[name]);
}

type LimitName = Exclude<keyof typeof rates, 'person' | 'keys' | 'guesses' | 'resets'>;

/**
 * Returns the route option that only accepts forms from the server's own pages, by checking their hidden token. Only
 * those count against the limit, so that other sites can't use up the limit of an address.
 */
export function ownForm(context: Pick<RouteContext, 'app' | 'node'>, limit?: LimitName) {
  const { app } = context;
  const check = app.csrfProtection.bind(app);
  return { preValidation: limit === undefined ? [check] : [check, rateLimited(context, limit).onRequest] };
}

/** The number of pages per minute and address for visitors who haven't signed in. Each node counts separately. */
export const visitorRate = { max: 300, windowMs: minuteMs } as const;

/**
 * Refuses requests that another site makes a browser send, before they count against a limit of the browser's address.
 * People may still follow links from other sites.
 */
export async function refuseOtherSites({ method, headers }: FastifyRequest): Promise<void> {
  const { 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers;
  const isLink = method === 'GET' && mode === 'navigate' && destination === 'document';
  if (site === 'none' || site === 'same-origin' || isLink) return;
  throw Object.assign(new Error('Another site sent this request'), { statusCode: 403 });
}

/** Returns the route option that limits requests, for all nodes together. @throws ServiceError `rate_limited` */
export function rateLimited(context: Pick<RouteContext, 'node'>, name: LimitName) {
  const windows = windowsFor(context, name);
  return {
    onRequest: async ({ ip }: FastifyRequest): Promise<void> => windows.take(`${name} ${callerNetwork(ip)}`),
  };
}
