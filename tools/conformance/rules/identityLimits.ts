import type { RawAnswer } from '../http/rawAnswer.ts';
import { NotObservable, type RuleContext, type RuleTable } from '../rule.ts';
import { sendForm } from '../steps/browserSession.ts';
import { burst } from '../steps/burst.ts';
import { ensure, retryAfterSeconds } from '../steps/expect.ts';
import {
  type IdentityLimit,
  identityLimits,
  type IdentityProvider,
  identityProvider,
} from '../steps/identityProvider.ts';
import { validate } from './identity.ts';

/** The number of parallel requests. */
const width = 4;

/** Requests for nobody, so that they change nothing. */
const requests: Readonly<
  Record<IdentityLimit, (provider: IdentityProvider, context: RuleContext) => Promise<RawAnswer>>
> = {
  login: async (provider) => sendForm(provider, 'login', { email: 'x@example.com', password: 'x' }),
  reset: async (provider) => sendForm(provider, 'reset', { email: 'x@example.com' }),
  authorization: async (provider) =>
    provider.send({ path: provider.authorization().path, limit: 'authorization' }),
  validation: async (provider, { key }) => validate(provider, key),
};

/** The limits of the identity provider. They come last, because they refuse further requests. */
export const identityLimitRules: RuleTable = Object.fromEntries(
  (
    [
      ['login', '10 logins per minute are answered; one more is refused, with Retry-After.'],
      ['reset', '5 password resets in 15 minutes are answered; one more is refused, with Retry-After.'],
      ['authorization', '60 authorizations per minute are answered; one more is refused, with Retry-After.'],
      ['validation', '300 requests for keys per minute are answered; one more is refused, with Retry-After.'],
    ] as const
  ).map(([limit, statement]) => [
    `identity.${limit}-limit`,
    {
      sections: ['Identity provider 5', 'Limits 6'],
      statement,
      needs: { identityProvider: true },
      check: async (context: RuleContext) => {
        const provider = await identityProvider(context);
        const { max, seconds } = identityLimits[limit];
        const send = async (): Promise<RawAnswer> => requests[limit](provider, context);
        const answers = await burst(max - provider.requests(limit).count, width, send);
        const early = answers.filter(({ status }) => status === 429).length;
        const refusal = await send();
        if (
          refusal.status !== 429 &&
          context.clock.monotonic() - provider.requests(limit).firstAt >= 1000 * seconds
        )
          throw new NotObservable(`${max + 1} requests took longer than the window.`);
        ensure(early === 0, `Only ${max - early} answered`);
        ensure(refusal.status === 429, `${max} answered, then ${refusal.status}`);
        const retryAfter = retryAfterSeconds(refusal);
        ensure(
          retryAfter > 0 && retryAfter <= seconds,
          `Retry-After is ${retryAfter}, not within ${seconds}`,
        );
        return `${max} answered, then ${refusal.status} with Retry-After ${retryAfter}`;
      },
    },
  ]),
);
