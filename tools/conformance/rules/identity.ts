import { randomUUID } from 'node:crypto';
import { parseEntitlements } from '../../../src/contract/entitlements.ts';
import { asObject, asText } from '../../../src/contract/read.ts';
import { routes } from '../../../src/contract/routes.ts';
import type { RawAnswer } from '../http/rawAnswer.ts';
import { BrowserSession, sendForm } from '../steps/browserSession.ts';
import { ensure, jsonOf } from '../steps/expect.ts';
import { NotObservable, type Rule, type RuleContext, type RuleTable } from '../rule.ts';
import { client, type IdentityProvider, identityProvider } from '../steps/identityProvider.ts';

/** A person and a key that don't exist. */
const nobody = { email: `${randomUUID()}@example.com`, key: `no-key-${randomUUID()}` };

/** The provider's description must contain these values. */
const supported: Readonly<Record<string, readonly string[]>> = {
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  scopes_supported: ['openid', 'key'],
};

/** The identity provider (api-extensions.md, Identity provider). */
export const identityRules: RuleTable = atProvider({
  'identity.description': {
    sections: ['Identity provider 1'],
    statement: 'The provider describes itself, and all its endpoints have its origin.',
    check: async (provider) => {
      const { description, url } = provider;
      ensure(
        URL.parse(asText(description['issuer']) ?? '')?.href === url.href,
        `Its issuer isn’t ${url.href}`,
      );
      for (const [name, values] of Object.entries(supported)) {
        const found: unknown = description[name];
        const hasAll = Array.isArray(found) && values.every((value) => found.includes(value));
        ensure(hasAll, `${name} lacks one of ${values.join(', ')}`);
      }
      ensure(
        description['authorization_response_iss_parameter_supported'] === true,
        'Its redirects don’t have the parameter iss',
      );
      return `${provider.endpoint('authorization_endpoint').pathname}, ${provider.endpoint('token_endpoint').pathname}`;
    },
  },
  'identity.authorization': {
    sections: ['Identity provider 1'],
    statement: 'A person who hasn’t signed in gets a page at the provider.',
    check: async (provider) => {
      const page = await started(provider);
      ensure(!(page instanceof URL) && page.ok, seen(page));
      return page.seen;
    },
  },
  'identity.challenge': {
    sections: ['Identity provider 1'],
    statement: 'Without a challenge by S256, there is no sign-in.',
    check: async (provider) => {
      const withoutMethod = { code_challenge: undefined, code_challenge_method: undefined };
      for (const changes of [withoutMethod, { code_challenge_method: 'plain' }]) {
        const end = await started(provider, changes);
        const isRefused = end instanceof URL ? end.searchParams.has('error') : end.status >= 400;
        ensure(isRefused, seen(end));
      }
      return 'Refused without a challenge, and with a plain one';
    },
  },
  'identity.redirects': {
    sections: ['Identity provider 1'],
    statement: 'No sign-in redirects to an address that isn’t listed.',
    check: async (provider) => {
      const addresses = [
        'https://example.com/',
        client.redirect.replace('signed-in', 'other'),
        `${client.redirect}?to=https://example.com`,
        client.redirect.replace('//', '//other.'),
      ];
      for (const redirect of addresses) {
        const end = await started(provider, { redirect_uri: redirect });
        ensure(!(end instanceof URL) && end.status >= 400, `${redirect}: ${seen(end)}`);
      }
      return `${addresses.length} addresses refused`;
    },
  },
  'identity.code': {
    sections: ['Identity provider 1'],
    statement: 'A code that was never issued gives no token.',
    check: async (provider) => {
      const answer = await exchange(provider, nobody.key, randomUUID());
      const { error } = asObject(answer.json) ?? {};
      ensure(answer.status === 400 && error === 'invalid_grant', answer.seen);
      return answer.seen;
    },
  },
  'identity.verifier': {
    sections: ['Identity provider 1'],
    statement: 'A stolen code gives no token without the verifier of its challenge.',
    check: async (provider, context) => {
      const { code } = await signIn(context, provider);
      const { verifier: another } = provider.authorization();
      for (const verifier of [another, undefined]) {
        const answer = await exchange(provider, code, verifier);
        ensure(answer.status === 400, `${answer.seen} for ${verifier ? 'another' : 'no'} verifier`);
      }
      return 'Refused with another verifier, and without one';
    },
  },
  'identity.login': {
    sections: ['Identity provider 6', 'Identity provider 7'],
    statement: 'A wrong password is refused in the same way for a person and for nobody.',
    check: sameForNobody('login', { password: nobody.key }, (status) => status === 401),
  },
  'identity.reset': {
    sections: ['Identity provider 8'],
    statement: 'A forgotten password is answered in the same way for a person and for nobody.',
    check: sameForNobody('reset', {}, (status) => status < 400),
  },
  'identity.sign-in': {
    sections: ['Identity provider 1', 'Identity provider 2', 'Identity provider 3', 'Authentication 2'],
    statement: 'A sign-in gives one key, which works until it is revoked.',
    check: async (provider, context) => {
      const { code, verifier } = await signIn(context, provider);
      const token = asText(asObject(jsonOf(await exchange(provider, code, verifier)))?.['access_token']);
      ensure(token !== undefined, 'There is no access token');
      const makeKey = async (): Promise<RawAnswer> =>
        provider.send({
          path: '/account/key',
          headers: { authorization: `Bearer ${token}` },
          fields: { name: 'conformance' },
          limit: 'validation',
        });
      const made = await makeKey();
      const key = asText(asObject(made.json)?.['key']);
      ensure(made.status === 201 && key !== undefined, made.seen);
      const again = await makeKey();
      ensure(again.status === 401, `${again.seen} for a used token`);
      const use = async (): Promise<number> =>
        (await context.http.send({ path: routes.entitlements('convert'), key })).status;
      const before = await use();
      ensure(before === 200, `The API answers ${before} for the new key`);
      await revoke(provider, key);
      const after = await use();
      ensure(after === 401, `The API answers ${after} for the revoked key`);
      const reused = await exchange(provider, code, verifier);
      ensure(reused.status === 400, `${reused.seen} for a used code`);
      return 'Made, used, and revoked';
    },
  },
  'identity.token': {
    sections: ['Identity provider 2'],
    statement: 'No key is made without a valid token.',
    check: async (provider) => {
      const answers = await Promise.all(
        [{}, { authorization: `Bearer ${nobody.key}` }].map(async (headers) =>
          provider.send({ path: '/account/key', headers, fields: { name: 'x' }, limit: 'validation' }),
        ),
      );
      for (const { status, seen: evidence } of answers) ensure(status === 401, evidence);
      return `${answers[0]?.seen}`;
    },
  },
  'identity.revocation': {
    sections: ['Identity provider 3'],
    statement: 'Revoking a key that isn’t valid reveals nothing.',
    check: async (provider) => (await revoke(provider, nobody.key)).seen,
  },
  'identity.validation': {
    sections: ['Identity provider 4'],
    statement: 'A valid key’s validation names its account and plan, as the API does, and nothing else.',
    check: async (provider, context) => {
      const answer = await validate(provider, context.key);
      const { allowed, account, plan, ...rest } = asObject(jsonOf(answer)) ?? {};
      ensure(allowed === true && asText(account) !== undefined, `${answer.seen}, without an account`);
      ensure(Object.keys(rest).length === 0, `It also contains ${Object.keys(rest).join(', ')}`);
      const entitlements = jsonOf(await context.http.send({ path: routes.entitlements('convert') }));
      const { planId } = parseEntitlements(entitlements);
      ensure(plan === planId, `The plan is ${String(plan)}, and ${planId} at the API`);
      return `Allowed with the plan ${planId}`;
    },
  },
  'identity.validation-refused': {
    sections: ['Identity provider 4'],
    statement: 'An invalid key’s validation says only that it isn’t allowed.',
    check: async (provider) => {
      const body = jsonOf(await validate(provider, nobody.key));
      ensure(JSON.stringify(body) === '{"allowed":false}', JSON.stringify(body));
      return JSON.stringify(body);
    },
  },
});

/** Rules that need an identity provider. */
function atProvider(
  table: Readonly<Record<string, Omit<Rule, 'check'> & { check: ProviderCheck }>>,
): RuleTable {
  const rules = Object.entries(table).map(([id, { check, ...rule }]): [string, Rule] => [
    id,
    {
      ...rule,
      needs: { identityProvider: true },
      check: async (context) => check(await identityProvider(context), context),
    },
  ]);
  return Object.fromEntries(rules);
}

type ProviderCheck = (provider: IdentityProvider, context: RuleContext) => Promise<string>;

/** Asks whether a key is valid. */
export async function validate(provider: IdentityProvider, key: string): Promise<RawAnswer> {
  return provider.send({ method: 'POST', path: '/account/key/validation', key, limit: 'validation' });
}

async function revoke(provider: IdentityProvider, key: string): Promise<RawAnswer> {
  const answer = await provider.send({ method: 'DELETE', path: '/account/key', key, limit: 'validation' });
  ensure(answer.status === 204, answer.seen);
  return answer;
}

/** Starts a sign-in, and returns the page or the address that it leads to. */
async function started(
  provider: IdentityProvider,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<RawAnswer | URL> {
  const session = new BrowserSession(provider);
  return session.follow(await session.open(provider.authorization(changes).path, 'authorization'));
}

/** Signs in and confirms. @throws NotObservable without a password */
async function signIn(context: RuleContext, provider: IdentityProvider) {
  const email = emailIn(context);
  const { password } = context.identity ?? {};
  if (password === undefined) throw new NotObservable('It requires a password: set one with --password.');
  const session = new BrowserSession(provider);
  const { path, state, verifier } = provider.authorization();
  const login = await session.follow(await session.open(path, 'authorization'));
  ensure(!(login instanceof URL), seen(login));
  const confirmation = await session.follow(await session.send(login, { email, password }, 'login'));
  ensure(!(confirmation instanceof URL), seen(confirmation));
  const end = await session.follow(await session.send(confirmation, {}));
  const given = end instanceof URL ? end.searchParams : new URLSearchParams();
  const code = given.get('code');
  const isRight = given.get('state') === state && given.get('iss') === provider.description['issuer'];
  ensure(code !== null && isRight, seen(end));
  return { code, verifier };
}

async function exchange(
  provider: IdentityProvider,
  code: string,
  verifier: string | undefined,
): Promise<RawAnswer> {
  const fields = {
    grant_type: 'authorization_code',
    client_id: client.id,
    redirect_uri: client.redirect,
    code,
    ...(verifier !== undefined && { code_verifier: verifier }),
  };
  return provider.send({ path: provider.endpoint('token_endpoint').href, fields });
}

/** The person who may sign in. @throws NotObservable if none was specified */
function emailIn({ identity }: RuleContext): string {
  const email = identity?.email;
  if (email === undefined) throw new NotObservable('It requires a person: set one with --email.');
  return email;
}

/** Checks that a form is answered in the same way for a person and for nobody. */
function sameForNobody(
  name: 'login' | 'reset',
  fields: Readonly<Record<string, string>>,
  isRight: (status: number) => boolean,
): ProviderCheck {
  const answerFor = async (provider: IdentityProvider, email: string): Promise<RawAnswer> => {
    const answer = await sendForm(provider, name, { email, ...fields });
    ensure(isRight(answer.status), answer.seen);
    return answer;
  };
  return async (provider, context) => {
    const unknown = await answerFor(provider, nobody.email);
    const email = emailIn(context);
    const known = await answerFor(provider, email);
    // The pages may differ in the email address and in hidden fields.
    const isSame = textOf(known, email) === textOf(unknown, nobody.email) && known.status === unknown.status;
    ensure(isSame, `${known.seen} for a person, ${unknown.seen} for nobody, or their pages differ`);
    return unknown.seen;
  };
}

function textOf({ body }: RawAnswer, email: string): string {
  return body
    .toString()
    .replaceAll(email, '')
    .replaceAll(/<input type="hidden"[^>]*>/g, '');
}

/** The evidence of the end of a sign-in, without its code. */
function seen(end: RawAnswer | URL): string {
  return end instanceof URL ? `Redirected to ${end.origin}${end.pathname}` : end.seen;
}
