import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { parseJson } from '../../util/json.ts';
import { ownValue } from '../../util/ownValue.ts';
import { maxSessionDays } from './sessions.ts';

/** The cookies of the account pages, with the seconds for which browsers keep them. */
const lifetimes = {
  session: maxSessionDays * 86_400,
  /** What a visitor was doing before signing in. */
  visit: 3600,
  /** The person who has signed in with this browser before. */
  known: 365 * 86_400,
} as const;
type CookieKind = keyof typeof lifetimes;

const visitSchema = z.object({
  /** The path to open after signing in. Only this server sets it. */
  next: z.optional(z.string()),
  /** The state of a sign-in at the organization's provider. */
  organization: z.optional(z.object({ verifier: z.string(), state: z.string(), nonce: z.string() })),
});
type Visit = z.infer<typeof visitSchema>;

/** Signed cookies. Whatever visitors need is in them, so that visitors can't fill the database. */
export class Cookies {
  readonly #isSecure: boolean;

  constructor(isSecure: boolean) {
    this.#isSecure = isSecure;
  }

  nameOf(kind: CookieKind | 'csrf'): string {
    return this.#isSecure ? `__Host-${kind}` : kind;
  }

  get options() {
    // Links in emails and sign-ins at other sites lead here, and "strict" would drop the cookies.
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#isSecure, signed: true } as const;
  }

  /** Returns the value of a cookie, or `undefined` if this server didn't set it. */
  read(request: FastifyRequest, kind: CookieKind): string | undefined {
    const { valid, value } = request.unsignCookie(ownValue(request.cookies, this.nameOf(kind)) ?? '');
    return valid ? value : undefined;
  }

  set(reply: FastifyReply, kind: CookieKind, value: string): void {
    reply.setCookie(this.nameOf(kind), value, { ...this.options, maxAge: lifetimes[kind] });
  }

  clear(reply: FastifyReply, kind: CookieKind): void {
    reply.clearCookie(this.nameOf(kind), this.options);
  }

  visit(request: FastifyRequest): Visit {
    const { success, data } = visitSchema.safeParse(parseJson(this.read(request, 'visit') ?? ''));
    return success ? data : {};
  }

  setVisit(reply: FastifyReply, visit: Visit): void {
    this.set(reply, 'visit', JSON.stringify(visit));
  }
}
