import { field, form, html, newPasswordFields, type Page, type PageFor, type Viewer } from './layout.ts';
import type { Mail } from './mail.ts';
import type { Link, Purpose } from './people.ts';

/** The form for the address and the password, with a link to the organization's provider if there is one. */
export function loginPage(
  hasOrganization: boolean,
  { email = '', problem }: { email?: string; problem?: string } = {},
): PageFor {
  return (viewer) => ({
    title: 'Sign in',
    problem,
    body: html`<section>
        ${form(
          viewer,
          'Sign in',
          [
            field('Email address', 'email', html`type="email" autocomplete="username" value="${email}"`),
            field('Password', 'password', html`type="password" autocomplete="current-password"`),
          ],
          '/account/login',
        )}
      </section>
      ${hasOrganization ? html`<p><a href="/account/organization">Sign in with your organization</a></p>` : undefined}
      <p><a href="/account/forgot">Forgot your password?</a></p>`,
  });
}

/** The form that asks for a link to choose a new password. */
export function forgotPage({ isSent }: Pick<Mail, 'isSent'>): PageFor {
  const then = isSent
    ? 'We’ll send you a link to choose a new one.'
    : 'This network doesn’t send mail. Your administrator receives the link and can pass it on to you.';
  const fields = [
    field('Email address', 'email', html`type="email" autocomplete="username"`),
    html`<p class="hint">${then}</p>`,
  ];
  return (viewer) => ({
    title: 'Forgot your password?',
    body: html`<section>
        ${form(viewer, isSent ? 'Send link' : 'Request link', fields, '/account/forgot')}
      </section>
      <p><a href="/account/login">Back to sign-in</a></p>`,
  });
}

/** The answer to that form, which is the same for addresses that nobody has. */
export function sentPage({ isSent }: Pick<Mail, 'isSent'>): PageFor {
  const then = isSent
    ? 'If the address belongs to an account, a link is on its way. It works once, within an hour.'
    : 'If the address belongs to an account, your administrator can find a link in the network’s log. It works once, within an hour.';
  return () => ({
    title: isSent ? 'Check your mail' : 'Ask your administrator',
    notice: then,
    body: html`<p><a href="/account/login">Back to sign-in</a></p>`,
  });
}

/** The form for the first or a new password. */
export function newPasswordPage(purpose: Purpose, { email }: Pick<Link, 'email'>, problem?: string): PageFor {
  return (viewer) => ({
    title: purpose === 'invitation' ? 'Create your account' : 'Choose a new password',
    problem,
    body: html`<section>
      ${form(viewer, purpose === 'invitation' ? 'Create account' : 'Save password', [
        html`<label for="email">Email address</label>
          <input id="email" type="email" autocomplete="username" readonly value="${email}" />`,
        ...newPasswordFields('Password'),
      ])}
    </section>`,
  });
}

/** The answer to a link that was used or is too old. */
export function invalidLinkPage(): PageFor {
  return () => ({
    title: 'This link no longer works',
    body: html`<p>It has already been used or has expired. Ask for a new one.</p>
      <p><a href="/account/login">Sign in</a></p>`,
  });
}

/** Asks a person to confirm that VS Code gets a key, and sends it to an API. */
export function confirmPage(viewer: Viewer, target: string, api: string | undefined): Page {
  return {
    title: 'Sign in to VS Code?',
    body: html`<section>
      <p>
        VS Code gets an API key for the account <b>${viewer.person?.accountName}</b>. You can revoke it under
        “API keys” at any time.
      </p>
      ${api === undefined ? undefined : html`<p>The key will be sent to <code>${api}</code>. Continue only if this is the address of your network.</p>`}
      <p>Continue only if you just started this in VS Code. You’ll return to <code>${target}</code>.</p>
      ${form(
        viewer,
        html`<button name="answer" value="confirm">Continue</button>
          <button name="answer" value="cancel" class="quiet">Cancel</button>`,
        [],
      )}
    </section>`,
  };
}
