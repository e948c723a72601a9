import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { IdentityProvider } from '../../../src/client/identityProvider.ts';
import { createSender } from '../../../src/client/index.ts';
import { problemOf } from '../../../src/jobs/core/problem.ts';
import { problemText } from '../../../src/vscode/text/problems.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { direct, failureOf, never, rejection } from '../../support/http/networkFixture.ts';
import { type Reply, type ScriptedServer, withServer } from '../../support/http/scriptedServer.ts';

const api = new URL('https://files.example.com/tools');
const redirect = 'vscode://file-utility-network.file-utility-network/signed-in';

function json(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Runs `use` with the client of a server that describes itself as a provider, and answers other requests by `reply`. */
async function withProvider(
  reply: Reply,
  use: (provider: IdentityProvider, server: ScriptedServer) => Promise<void>,
  described: (origin: string) => object = () => ({}),
): Promise<void> {
  const answer: Reply = (request, response) => {
    const origin = `http://${request.headers.host}`;
    if (request.url !== '/.well-known/openid-configuration') return reply(request, response);
    return json(response, {
      issuer: `${origin}/`,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      ...described(origin),
    });
  };
  await withServer(answer, async (server) => {
    const { hostname: host } = server.baseUrl;
    const sender = createSender({ host, proxy: direct, clock: new FakeClock(), log: () => {} });
    const provider = new IdentityProvider(new URL(server.baseUrl.origin), sender, () => {});
    try {
      await use(provider, server);
    } finally {
      provider.dispose();
    }
  });
}

const notFound: Reply = (_request, response) => response.writeHead(404).end();

const echo: Reply = ({ headers }, response) =>
  json(response, { error: 'x', detail: `Bad key ${String(headers['x-service-api-key'])}.` }, 400);

describe('The client of an identity provider', () => {
  it('opens a page with PKCE, and with another state and nonce each time', async () => {
    await withProvider(notFound, async (provider) => {
      const [one, two] = [
        await provider.start(redirect, api, never()),
        await provider.start(redirect, api, never()),
      ];
      const [first, second] = [new URL(one.address).searchParams, new URL(two.address).searchParams];
      assert.equal(first.get('redirect_uri'), redirect);
      assert.equal(first.get('code_challenge_method'), 'S256');
      assert.equal(first.get('state'), one.state);
      assert.equal(first.get('api'), 'https://files.example.com');
      for (const name of ['state', 'nonce', 'code_challenge']) {
        assert.match(first.get(name) ?? '', /^[\w-]{43}$/);
        assert.notEqual(first.get(name), second.get(name));
      }
    });
  });

  it('accepts no provider with another issuer or with parts at another origin', async () => {
    const elsewhere = 'https://evil.example.com/';
    const changes: ((origin: string) => object)[] = [
      () => ({ issuer: elsewhere }),
      () => ({ token_endpoint: elsewhere }),
      () => ({ authorization_endpoint: elsewhere }),
      (origin) => ({ authorization_endpoint: `blob:${origin}/authorize` }),
      () => ({ token_endpoint: undefined }),
    ];
    for (const change of changes) {
      await withProvider(
        notFound,
        async (provider) =>
          assert.equal((await failureOf(provider.discover(never())))['code'], 'sign_in.untrusted'),
        change,
      );
    }
  });

  it('names an answer that fetch has no response for as untrusted', async () => {
    for (const head of ['600 Odd', '205 Reset Content']) {
      const odd: Reply = (_request, { socket }) => {
        socket?.end(`HTTP/1.1 ${head}\r\nContent-Length: 2\r\n\r\n{}`);
      };
      await withProvider(odd, async (provider, { baseUrl }) => {
        const { redeem, state } = await provider.start(redirect, api, never());
        const answer = new URLSearchParams({ state, code: 'c', iss: `${baseUrl.origin}/` });
        assert.equal((await failureOf(redeem(answer, 'laptop', never())))['code'], 'sign_in.untrusted', head);
      });
    }
  });

  it('sends no code of a provider that doesn’t say who it is', async () => {
    await withProvider(notFound, async (provider, { baseUrl, seen }) => {
      for (const issuer of [{}, { iss: 'https://evil.example.com/' }, { iss: baseUrl.origin }]) {
        const { redeem, state } = await provider.start(redirect, api, never());
        const answer = new URLSearchParams({ state, code: 'c', ...issuer });
        assert.equal((await failureOf(redeem(answer, 'laptop', never())))['code'], 'sign_in.untrusted');
      }
      assert.ok(seen.every(({ method }) => method === 'GET'));
    });
  });

  it('follows no redirect with a code, a token, or a key', async () => {
    await withServer(notFound, async (other) => {
      const away: Reply = (_request, response) =>
        response.writeHead(307, { location: other.baseUrl.href }).end();
      await withProvider(away, async (provider, { baseUrl, seen }) => {
        const { redeem, state } = await provider.start(redirect, api, never());
        const answer = new URLSearchParams({ state, code: 'c', iss: `${baseUrl.origin}/` });
        assert.equal((await failureOf(redeem(answer, 'laptop', never())))['code'], 'sign_in.untrusted');
        assert.equal((await failureOf(provider.revoke('a-key', never())))['code'], 'sign_in.refused');
        assert.deepEqual(
          seen.map(({ method, url }) => `${method} ${url}`),
          ['GET /.well-known/openid-configuration', 'POST /token', 'DELETE /account/key'],
        );
      });
      assert.deepEqual(other.seen, []);
    });
  });

  it('shows an error of the provider as plain text', async () => {
    await withProvider(notFound, async (provider, { baseUrl, seen }) => {
      const { redeem, state } = await provider.start(redirect, api, never());
      const error_description = '[Sign in](command:evil) $(warning) <b>here</b>\u202E';
      const answer = { state, iss: `${baseUrl.origin}/`, error: 'server_error', error_description };
      const error = await rejection(redeem(new URLSearchParams(answer), 'laptop', never()));
      const text = problemText(problemOf(error));
      assert.match(text, /^The identity provider refused the request\. /);
      assert.doesNotMatch(text, /\]\(|\$\(|\u202E/);
      assert.equal(seen.length, 1);
    });
  });

  it('repeats no key that the provider repeats', async () => {
    await withProvider(echo, async (provider) => {
      const { message } = await failureOf(provider.revoke('a-secret-key', never()));
      assert.equal(message, 'Bad key •••.');
    });
  });
});
