import * as oidc from 'openid-client';
import { ownValue } from '../../util/ownValue.ts';
import { addAccount, changeAccount } from '../accounts/accounts.ts';
import { checkPlan } from '../accounts/plans.ts';
import { type Configuration, ConfigurationError } from '../configuration.ts';
import type { Database, Queryable } from '../database/database.ts';
import { loginPage } from './signInPages.ts';
import { rateLimited, problemOf, sendPage, type RouteContext } from './routeContext.ts';
import {
  addPerson,
  asPerson,
  checkEmail,
  notAccepted,
  ownsAccount,
  personOfSubject,
  setGroupAdmin,
  type SignIn,
  type Subject,
} from './people.ts';
import { startSession } from './signInRoutes.ts';

const path = '/account/organization';
const scope = 'openid email groups';

/** Adds sign-in with the organization's own OpenID Connect provider, if one is configured. */
export function organizationRoutes(context: RouteContext): void {
  const { app, node, cookies, authUrl } = context;
  const {
    organizationIssuer: issuer,
    organizationClientId: id,
    organizationClientSecret: secret,
  } = node.configuration;
  if (issuer === undefined || id === undefined) return;
  const insecure = issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {};
  // Discovery runs for each sign-in, because the provider may be unavailable when the node starts, or change its keys.
  const provider = async () => oidc.discovery(new URL(issuer), id, secret, undefined, insecure);
  const returnUrl = () => new URL(`${path}/return`, authUrl()).href;

  app.get(path, rateLimited(context, 'authorize'), async (request, reply) => {
    const begun = {
      verifier: oidc.randomPKCECodeVerifier(),
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
    };
    const address = oidc.buildAuthorizationUrl(await provider(), {
      redirect_uri: returnUrl(),
      scope,
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: 'S256',
    });
    cookies.setVisit(reply, { ...cookies.visit(request), organization: begun });
    return reply.redirect(address.href, 303);
  });

  app.get(`${path}/return`, async (request, reply) => {
    const refuse = async (problem: string) =>
      sendPage(request, reply.code(400), undefined, loginPage(true, { problem }));
    const { organization: begun, ...visit } = cookies.visit(request);
    cookies.setVisit(reply, visit);
    if (begun === undefined) return refuse('The sign-in took too long. Try again.');
    try {
      const tokens = await oidc.authorizationCodeGrant(await provider(), new URL(request.url, authUrl()), {
        pkceCodeVerifier: begun.verifier,
        expectedState: begun.state,
        expectedNonce: begun.nonce,
        idTokenExpected: true,
      });
      return await startSession(
        context,
        request,
        reply,
        await personOfClaims(node.database, node.configuration, tokens.claims()),
      );
    } catch (error) {
      if (error instanceof ConfigurationError) return refuse(problemOf(error));
      node.log.warn({ reason: String(error) }, 'Organization sign-in failed');
      return refuse('Your organization’s provider didn’t confirm the sign-in. Try again.');
    }
  });
}

/**
 * Returns the person that the provider confirmed. New people get their own account.
 * @throws ConfigurationError for people who may not sign in
 */
async function personOfClaims(
  database: Database,
  configuration: Configuration,
  claims: oidc.IDToken | undefined,
): Promise<SignIn> {
  if (claims === undefined) throw new Error('The provider sent no ID token');
  const {
    organizationDomains: domains,
    organizationPlans: plans,
    organizationAdmins: admins,
  } = configuration;
  const text = ownValue(claims, 'email');
  if (typeof text !== 'string' || ownValue(claims, 'email_verified') !== true)
    throw new ConfigurationError('Your organization’s provider has no verified email address for you.');
  const email = checkEmail(text);
  if (!domains.some((domain) => email.endsWith(`@${domain.toLowerCase()}`)))
    throw new ConfigurationError(
      'This network doesn’t accept sign-ins from the domain of your email address.',
    );
  const listed = ownValue(claims, 'groups');
  const groups: readonly unknown[] = Array.isArray(listed) ? listed : [];
  const ofGroup = plans.map((each) => each.split('=')).find(([group]) => groups.includes(group))?.[1];
  const plan = ofGroup ?? configuration.organizationDefaultPlan;
  if (plan === undefined) throw new ConfigurationError(notAccepted);
  const isAdmin = admins !== undefined && groups.includes(admins);
  const subject = { issuer: claims.iss, subject: claims.sub };
  return asPerson(database, email, async (connection) => {
    await checkPlan(connection, plan);
    const known = await personOfSubject(connection, subject, email);
    const person = known ?? (await addOwnPerson(connection, email, plan, subject));
    await setGroupAdmin(connection, person.id, isAdmin);
    // Only people with their own account get the group's plan. A shared account keeps its plan.
    if (known && (await ownsAccount(connection, known)))
      await changeAccount(connection, known.accountName, { plan });
    return person;
  });
}

/**
 * Adds a person with their own account, which has the name of the email address.
 * @throws ConfigurationError if there is such an account, because the person was removed
 */
async function addOwnPerson(
  connection: Queryable,
  email: string,
  plan: string,
  subject: Subject,
): Promise<SignIn> {
  const { rowCount } = await connection.query('select from network.accounts where name = $1', [email]);
  if (rowCount !== 0) throw new ConfigurationError(notAccepted);
  const { id: account } = await addAccount(connection, { name: email, plan, allowance: null });
  const id = await addPerson(connection, { email, account, isAdmin: false }, null, subject);
  return { id, epoch: 0 };
}
