import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../../../support/eventually.ts';
import { privateAuthority } from '../../../support/http/privateAuthority.ts';
import { useAccountPages } from '../../../support/network/accountPages.ts';
import { MailServer, readMessage } from '../../../support/network/mailServer.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const ann = 'ann@example.com';
const change = { password: 'another long sentence', again: 'another long sentence' };

/** The link in a message. */
const linkIn = async (message = '') => {
  const { text } = await readMessage(message);
  return new URL(/http\S+/.exec(text)?.[0] ?? '');
};

describe('Mail of the account pages', () => {
  const pages = useAccountPages();
  const folder = useTemporaryFolder();
  let server: MailServer;
  afterEach(async () => server.stop());

  const requestLink = async () => pages.visitor().send('/account/forgot', { email: ann });
  const received = async (count: number) =>
    eventually(
      () => server.messages,
      ({ length }) => length === count,
    );
  const failures = async () =>
    eventually(
      () => pages.log.filter((line) => line.includes('Failed to send a message')),
      ({ length }) => length === 1,
    );

  it('brings the link for a new password over TLS, which works once and expires', async () => {
    const { certificate, server: tls } = await privateAuthority();
    const authority = path.join(folder.path, 'authority.pem');
    writeFileSync(authority, certificate);
    server = await MailServer.start({ tls });
    await pages.person(ann);
    await pages.start({
      FUN_SMTP_URL: `smtps://127.0.0.1:${server.port}`,
      FUN_MAIL_FROM: 'Files <files@example.com>',
      NODE_EXTRA_CA_CERTS: authority,
    });
    const { text } = await requestLink();
    assert.match(text, /a link is on its way/);
    await received(1);
    const message = await readMessage(server.messages[0] ?? '');
    assert.deepEqual(
      [message.to, message.from, message.subject],
      [ann, 'Files <files@example.com>', 'Choose a new password'],
    );
    const link = await linkIn(server.messages[0]);
    assert.equal(link.origin, new URL(pages.url).origin);
    assert.equal((await pages.visitor().send(link.pathname, change)).status, 303);
    assert.equal((await pages.visitor().get(link.pathname)).status, 404);
    await requestLink();
    await received(2);
    const second = await linkIn(server.messages[1]);
    assert.equal((await pages.visitor().get(second.pathname)).status, 200);
    await pages.database.query(`update network.links set ends_at = ends_at - interval '1 hour'`);
    assert.equal((await pages.visitor().get(second.pathname)).status, 404);
    assert.ok(!pages.log.some((line) => line.includes('/account/reset/')), 'the log has no link');
  });

  it('goes to no server with an unknown certificate', async () => {
    const { server: tls } = await privateAuthority();
    server = await MailServer.start({ tls });
    await pages.person(ann);
    await pages.start({ FUN_SMTP_URL: `smtps://127.0.0.1:${server.port}` });
    await requestLink();
    assert.match((await failures()).join(''), /certificate/);
    assert.deepEqual(server.messages, []);
  });

  it('goes unencrypted only to this computer', async () => {
    server = await MailServer.start();
    await pages.person(ann);
    // On Linux, this address also leads to this computer.
    await pages.start({ FUN_SMTP_URL: `smtp://0.0.0.0:${server.port}` });
    await requestLink();
    assert.match((await failures()).join(''), /ETLS|STARTTLS/);
    assert.deepEqual(server.messages, []);
  });

  for (const behavior of ['refuses', 'hangs'] as const) {
    it(`leaves the page as it is if the server ${behavior}, and logs no link`, async () => {
      server = await MailServer.start({ behavior });
      await pages.person(ann);
      await pages.start({ FUN_SMTP_URL: `smtp://127.0.0.1:${server.port}?socketTimeout=1000` });
      const known = await requestLink();
      const unknown = await pages.visitor().send('/account/forgot', { email: 'bob@example.com' });
      assert.deepEqual([known.status, known.text], [unknown.status, unknown.text]);
      const log = (await failures()).join('');
      assert.match(
        log,
        behavior === 'refuses' ? /"code":"EMESSAGE","status":450/ : /"reason":"Error: Timeout"/,
      );
      const { pathname } = await linkIn(server.messages[0]);
      assert.ok(!pages.log.some((line) => line.includes(pathname) || line.includes('/account/reset/')));
    });
  }
});
