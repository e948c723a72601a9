import { html } from './html.ts';
import { type Page, tokenField, type Viewer } from './layout.ts';

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
      <form method="post">
        ${tokenField(viewer)}
        <button name="answer" value="confirm">Continue</button>
        <button name="answer" value="cancel" class="quiet">Cancel</button>
      </form>
    </section>`,
  };
}
