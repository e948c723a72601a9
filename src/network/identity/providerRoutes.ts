import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessToken, Provider } from 'oidc-provider';
import { apiKeyHeader } from '../../contract/routes.ts';
import { ownValue } from '../../util/ownValue.ts';
import { addKey, digestOf, revokeSecret, validateKey } from '../accounts/keys.ts';
import type { Configuration } from '../configuration.ts';
import type { Database } from '../database/database.ts';
import { lockAccount } from '../jobs/lockedAccount.ts';
import {
  rateLimited,
  fieldsOf,
  ownForm,
  refuseOtherSites,
  sendPage,
  signedIn,
  type RouteContext,
  windowsFor,
} from './routeContext.ts';
import { confirmPage } from './signInPages.ts';
import { asPerson, lockSignIn, type Person, setActor } from './people.ts';
import { epochOf, grantId, keyScope, originOfApi, redeemToken, vscodeClientId } from './provider.ts';

/**
 * The provider's own router ignores case and trailing slashes, so only the exact paths lead to it. Otherwise, other
 * spellings would escape the rate limit.
 */
const providerPaths = [
  '/oidc/authorize/:uid(^[\\w-]+$)',
  '/oidc/token',
  '/oidc/jwks',
  '/oidc/userinfo',
  '/.well-known/openid-configuration',
] as const;

/**
 * Adds the routes of the identity provider that programs use. The provider parses request bodies itself, so the server
 * must not parse them first.
 */
export function providerRoutes(context: RouteContext, provider: () => Promise<Provider>): void {
  const { app } = context;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const answer = async ({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { host, protocol } = new URL(context.authUrl());
    raw.headers['x-forwarded-host'] = host;
    raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value) reply.raw.setHeader(name, value);
    reply.hijack();
    await (await provider()).callback()(raw, reply.raw);
  };
  app.route({
    method: ['GET', 'POST'],
    url: '/oidc/authorize',
    onRequest: [refuseOtherSites, rateLimited(context, 'authorize').onRequest],
    handler: answer,
  });
  for (const url of providerPaths) app.route({ method: ['GET', 'POST', 'OPTIONS'], url, handler: answer });
}

/** Adds the page on which a person confirms a sign-in. */
export function confirmRoutes(context: RouteContext, provider: () => Promise<Provider>): void {
  const { app } = context;
  const path = '/account/authorize/:uid';
  const detailsOf = async ({ raw }: FastifyRequest, reply: FastifyReply) =>
    (await provider()).interactionDetails(raw, reply.raw);

  app.get(
    path,
    signedIn(context, async (person, request, reply) => {
      const { params } = await detailsOf(request, reply);
      const redirect = new URL(String(params['redirect_uri']));
      // The policy must permit the redirect target, because browsers also apply it to redirects after a form is
      // submitted.
      const target = redirect.protocol.startsWith('http') ? redirect.origin : redirect.protocol;
      const policy = String(reply.getHeader('Content-Security-Policy'));
      reply.header(
        'Content-Security-Policy',
        policy.replace("form-action 'self'", `form-action 'self' ${target}`),
      );
      return sendPage(request, reply, person, (viewer) =>
        confirmPage(viewer, target, originOfApi(params['api'])),
      );
    }),
  );

  app.post(
    path,
    ownForm(context),
    signedIn(context, async (person, request, reply) => {
      const { params } = await detailsOf(request, reply);
      const current = await provider();
      const isConfirmed = fieldsOf(request, 'answer').answer === 'confirm';
      const result = isConfirmed
        ? { login: { accountId: person.id }, consent: { grantId: await grant(person) } }
        : { error: 'access_denied', error_description: 'The person canceled the sign-in.' };
      const next = await current.interactionResult(request.raw, reply.raw, result);
      return reply.redirect(next, 303);

      async function grant(by: Person): Promise<string> {
        const made = new current.Grant({ accountId: by.id, clientId: String(params['client_id']) });
        made.jti = grantId(by);
        made.addOIDCScope(`openid ${keyScope}`);
        return made.save();
      }
    }),
  );
}

/** Adds routes with which programs exchange an access token for a key, and validate and revoke a key. */
export function keyRoutes(context: RouteContext, provider: () => Promise<Provider>): void {
  const { app, node } = context;
  const { database, configuration } = node;
  const newKeys = windowsFor(context, 'keys');

  app.post('/account/key', rateLimited(context, 'validation'), async (request, reply) => {
    const [, value = ''] = /^Bearer ([\w-]{1,200})$/.exec(request.headers.authorization ?? '') ?? [];
    const { AccessToken } = await provider();
    const token = value === '' ? undefined : await AccessToken.find(value);
    const mayMakeKey = token?.isValid && token.clientId === vscodeClientId && token.scopes.has(keyScope);
    const name = fieldsOf(request, 'name').name.trim().slice(0, 100) || 'VS Code';
    if (mayMakeKey) await newKeys.take(`keys ${token.accountId}`);
    const key = mayMakeKey ? await addNamedKey(database, token, name) : undefined;
    if (key === undefined) return reply.code(401).send({ error: 'invalid_token', detail: 'Sign in again.' });
    return reply.code(201).send({ key });
  });

  app.delete('/account/key', rateLimited(context, 'validation'), async (request, reply) => {
    await asPerson(database, 'API key', async (connection) => revokeSecret(connection, keyOf(request)));
    return reply.code(204).send();
  });

  app.post('/account/key/validation', rateLimited(context, 'validation'), async (request) => {
    // Anybody else could try addresses until they know those from which a stolen key works.
    const { address } = fieldsOf(request, 'address');
    const mayClaim = address !== '' && isService(request, configuration);
    const account = await validateKey(database, keyOf(request), mayClaim ? address : request.ip);
    return account === undefined
      ? { allowed: false }
      : { allowed: true, account: account.id, plan: account.plan };
  });
}

function keyOf({ headers }: FastifyRequest): string {
  return String(ownValue(headers, apiKeyHeader.toLowerCase()) ?? '');
}

/** True if a request has the secret of the services that may claim the addresses of their callers. */
function isService({ headers }: FastifyRequest, { validationSecret: secret }: Configuration): boolean {
  const [given, expected] = [headers.authorization ?? '', `Bearer ${secret}`].map(digestOf);
  return (
    secret !== undefined && given !== undefined && expected !== undefined && timingSafeEqual(given, expected)
  );
}

/**
 * Uses up an access token for a key of its person. If the account has already used the name, a number is appended.
 * @returns the key; `undefined` if the token was used already, or the sign-in has ended
 * @throws ConfigurationError if the name is invalid
 */
async function addNamedKey(
  database: Database,
  { jti, accountId, grantId: grant }: Pick<AccessToken, 'jti' | 'accountId' | 'grantId'>,
  name: string,
): Promise<string | undefined> {
  return database.transaction(async (connection) => {
    const person = await lockSignIn(connection, { id: accountId, epoch: epochOf(grant) });
    if (person === undefined || !(await redeemToken(connection, jti))) return undefined;
    await setActor(connection, person.email);
    // The account is locked so that no other sign-in chooses the same name.
    const account = await lockAccount(connection, person.account);
    const sql = 'select name from network.keys where account = $1 and starts_with(name, $2)';
    const { rows } = await connection.query<{ name: string }>(sql, [account.id, name]);
    const taken = new Set(rows.map((key) => key.name));
    let free = name;
    for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`;
    return addKey(connection, account, { name: free, allowed: [], person: person.id });
  });
}
