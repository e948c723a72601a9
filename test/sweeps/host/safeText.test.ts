import * as fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { jobFailureCodes } from '../../../src/contract/dialect.ts';
import { parseEntitlements } from '../../../src/contract/entitlements.ts';
import { codeFromOutside, documentedErrors } from '../../../src/contract/errors.ts';
import { KnownWallet } from '../../../src/credits/wallet.ts';
import type { Job, JobState, Problem } from '../../../src/jobs/core/job.ts';
import { jobProblems, problemOf } from '../../../src/jobs/core/problem.ts';
import { programs } from '../../../src/engines/programs/programs.ts';
import { commands } from '../../../src/manifest.ts';
import { resultOfJob } from '../../../src/vscode/batch/runBatch.ts';
import { batchRow, jobRow } from '../../../src/vscode/jobsView/jobRows.ts';
import { planText } from '../../../src/vscode/text/credits.ts';
import { lossText } from '../../../src/vscode/text/losses.ts';
import { optionHint, optionName, optionValueText } from '../../../src/vscode/batch/optionRows.ts';
import { problemText } from '../../../src/vscode/text/problems.ts';
import { wholeAdditionText } from '../../../src/vscode/text/names.ts';
import { programsReport } from '../../../src/vscode/help/reports.ts';
import { untrusted, joined, say, verbatim, wholePath } from '../../../src/vscode/text/safeText.ts';
import { showWarning } from '../../../src/vscode/ui/messages.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { assertPlain, commandLink, hostileSamples, untrustedTexts } from '../../support/untrustedTexts.ts';
import { aJob, aSubmission, never, rejection, withNetwork } from '../../support/http/networkFixture.ts';
import { json, type Reply, text } from '../../support/http/scriptedServer.ts';
import { jobWith } from '../../support/jobs/jobWith.ts';
import { rowFacts } from '../../support/jobs/rowFacts.ts';
import { MemoryStore } from '../../support/memoryStore.ts';
import { MemoryFiles } from '../../host/memoryFiles.ts';
import { convert, Sandbox } from '../../host/sandbox.ts';

/** The maximum length of one of our sentences, including the values of its parameters. */
const maxSentenceChars = 1500;

const always = async (property: fc.IAsyncProperty<unknown[]>, numRuns = 200): Promise<void> =>
  fc.assert(property, { numRuns, examples: hostileSamples.map((words) => [words]) });

describe('Safe text', () => {
  it('is a message with its parameters filled in, in order', () => {
    assert.equal(say('{1} of {0}', untrusted('a{1}'), 2), '2 of a{1}');
    assert.equal(joined([verbatim('→'), undefined, untrusted(''), untrusted('webp')], ' '), '→ webp');
  });

  it('can’t be made from a concatenated string', () => {
    const text: string = commandLink;
    // @ts-expect-error -- a message must be a literal
    assert.ok(say(text));
    // @ts-expect-error -- a template with a string in it isn't a literal
    assert.ok(say(`Saved ${text}.`));
    // @ts-expect-error -- external text must be marked as such
    assert.ok(say('Saved {0}.', text));
    // @ts-expect-error -- a name of ours must be a literal
    assert.ok(verbatim(text));
    // @ts-expect-error -- only safe text can be shown
    assert.ok(() => showWarning(text));
    // @ts-expect-error -- safe text loses its type when a string is appended
    assert.ok(() => showWarning(`${say('Saved.')} ${text}`));
  });

  it('never forms a link from parameters that aren’t links', () => {
    assert.equal(say('{0}({1})', untrusted('[Open]'), untrusted('command:x')), '[Open] (command:x)');
    assert.equal(say('{0}{1}', untrusted('$'), untrusted('(gear)')), '$ (gear)');
  });

  it('keeps a path whole', () => {
    const path = `/${'folder/'.repeat(500)}a\u202Eb.png`;
    assert.equal(wholePath(path), path.replace('\u202E', '‹U+202E›'));
  });
});

describe('Hostile text from any source', () => {
  it('is plain characters in the message of a fault', async () => {
    const codes = [documentedErrors, jobProblems].flatMap((each) => Object.keys(each));
    await always(
      fc.asyncProperty(untrustedTexts, async (words) => {
        for (const code of [...codes, ...jobFailureCodes, words, 'toString', '__proto__']) {
          assertPlain(problemText({ code: codeFromOutside(code), detail: words }), maxSentenceChars);
        }
      }),
    );
  });

  it('is plain characters in the rows of jobs and batches, and in the command’s result', async () => {
    await always(
      fc.asyncProperty(untrustedTexts, async (words) => {
        const source = vscode.Uri.file(`/files/${words.toWellFormed()}.yaml`).toString();
        for (const state of statesWith(words)) {
          const job = jobWith({ source, targetFormat: words, state });
          const facts = { ...rowFacts(), pathOf: (uri: string) => vscode.Uri.parse(uri).fsPath };
          const inFolder = { ...job, source: `${source}/photo.png` };
          for (const row of [jobRow(job, facts, true), batchRow([inFolder, inFolder], [inFolder], facts)]) {
            const { label, description, tooltip, spoken } = row;
            assertPlain(label, maxSentenceChars);
            for (const text of [description, spoken]) assertPlain(text, maxSentenceChars);
            const [path = '', ...lines] = tooltip.split('\n');
            assertPlain(path, 100_000);
            for (const line of lines) assertPlain(line, maxSentenceChars);
          }
          const { error } = resultOfJob(job);
          for (const text of [error?.code, error?.detail]) assertPlain(text ?? '');
        }
      }),
    );
  });

  it('is plain characters in the options form', async () => {
    await always(
      fc.asyncProperty(untrustedTexts, async (words) => {
        const schema = { title: words, description: words, items: { description: words } };
        const titled = { name: 'unknown', schema, secret: false };
        const described = { ...titled, schema: { description: words } };
        for (const field of [titled, described, { ...titled, name: words, schema: {} }]) {
          for (const text of [optionName(field), optionHint(field) ?? '']) assertPlain(text);
        }
        for (const value of [words, [words, words], { [words]: words }, 'constructor', { toString: 1 }]) {
          assertPlain(optionValueText(value));
        }
      }),
    );
  });

  it('is plain characters in lists of formats and losses', async () => {
    await always(
      fc.asyncProperty(untrustedTexts, async (words) => {
        assertPlain(lossText(words));
        assertPlain(wholeAdditionText({ program: words, targets: [words] }, [words]), maxSentenceChars);
      }),
    );
  });

  it('is plain characters in a plan’s name', async () => {
    await always(
      fc.asyncProperty(untrustedTexts, async (words) => {
        const wallet = new KnownWallet({
          load: async () => parseEntitlements({ planName: words, planId: words, tier: words }),
          store: new MemoryStore(),
          clock: new FakeClock(),
        });
        wallet.use(words);
        await wallet.refresh();
        assertPlain(planText(wallet), maxSentenceChars);
      }),
    );
  });

  it('is plain characters if it comes in any part of a server’s answer', async () => {
    await always(
      fc.asyncProperty(untrustedTexts, async (words) => {
        const header = words.replaceAll(/[^ -~]/g, '');
        const records = [
          json(200, { status: words, [words]: words }),
          json(200, { status: 'Failed', error: { code: words, detail: words } }),
        ];
        const refusals = [
          json(422, { error: words, detail: words }),
          json(422, { error: 'request.malformed', detail: words }),
          text(418, `text/${header}`, words),
          text(302, 'text/plain', '', { location: `http://${header}` }),
        ];
        const problems = [...records.map(problemOfJob), ...refusals.map(problemOfSubmission)];
        for (const problem of await Promise.all(problems))
          assertPlain(problemText(problem), maxSentenceChars);
      }),
      40,
    );
  });

  it('is plain characters in the report on programs', async () => {
    // Configured like VS Code's preview or more strictly: the preview doesn't turn bare host names into links.
    const markdown = new MarkdownIt({ html: true, linkify: true });
    markdown.linkify.set({ fuzzyLink: false });
    const ownAddresses = new Set<unknown>(Object.values(programs).map(({ address }) => address));
    await always(
      fc.asyncProperty(untrustedTexts, async (words) => {
        // Paths are shown in full, and an escaped character can take eight characters.
        const path = words.slice(0, 250);
        const program = { id: 'ffmpeg', path, version: words, couldBeConfined: true } as const;
        const report = programsReport([program], { pandoc: path });
        const html = markdown.render(report);
        const links = [...html.matchAll(/<a href="([^"]*)">/g)].map(([, address]) => address);
        assert.deepEqual(
          links.filter((address) => !ownAddresses.has(address)),
          [],
        );
        const tags = [...html.matchAll(/<\/?(\w+)/g)].map(([, tag = '']) => tag);
        const unexpected = tags.filter((tag) => !/^(?:h1|h2|p|ul|li|strong|code|a)$/.test(tag));
        assert.deepEqual(unexpected, [], html);
        for (const line of report.split('\n')) assertPlain(line, 2 * maxSentenceChars);
      }),
    );
  });
});

describe('A command that fails', () => {
  let sandbox: Sandbox;

  beforeEach(async () => {
    sandbox = await Sandbox.create();
  });

  afterEach(() => sandbox.remove());

  it('reports a file’s text to its caller as plain characters', async () => {
    const directive = `%YAML ${commandLink}${'\u202E'.repeat(500)}`;
    await writeFile(sandbox.path('a.yaml'), `${directive}\n---\na: 1\n`);
    const [result] = await convert([sandbox.uri('a.yaml')], 'json');
    assert.equal(result?.error?.code, 'conversion.invalid_input');
    assert.match(result.error.detail, /Unsupported YAML version \[Open\] \(command:.*‹U\+202E›/);
    assertPlain(result.error.detail, maxSentenceChars);
  });

  it('shows another extension’s text as plain characters', async () => {
    const scheme = 'file-utility-words';
    class TalkativeFiles extends MemoryFiles {
      override readDirectory(): [string, vscode.FileType][] {
        throw new Error(`${commandLink} \u001B[2J`);
      }
    }
    const registration = vscode.workspace.registerFileSystemProvider(scheme, new TalkativeFiles());
    try {
      const folder = vscode.Uri.from({ scheme, path: '/' });
      await assert.rejects(
        async () => vscode.commands.executeCommand(commands.compress, folder, [folder]),
        ({ message }: Error) => {
          assert.match(message, /^An unexpected error occurred\. See the log\. .*\[Open\] \(command:/);
          assertPlain(message, maxSentenceChars);
          return true;
        },
      );
    } finally {
      registration.dispose();
    }
  });
});

/** The problem that a job reports when its server sends this reply. */
async function problemOfJob(reply: Reply): Promise<Problem> {
  return withNetwork(reply, async ({ service }) => {
    try {
      const { failure } = await service.job('convert', aJob, never());
      return { code: failure?.code ?? 'job.failed', detail: failure?.detail ?? '' };
    } catch (error) {
      return problemOf(error);
    }
  });
}

/** The problem that a submission reports when its server sends this reply. Such a submission isn't retried. */
async function problemOfSubmission(reply: Reply): Promise<Problem> {
  return withNetwork(reply, async ({ service }) =>
    problemOf(await rejection(service.submit(aSubmission(), never()))),
  );
}

/** All states of a job that contain text from a file or a server. */
function statesWith(words: string): JobState[] {
  const problem = { code: codeFromOutside(words), detail: words };
  const known = { code: 'conversion.invalid_input', detail: words } as const;
  const [endedAt, remote, keptOutput] = [0, undefined, undefined];
  return [
    { name: 'waiting', notBefore: undefined, problem },
    { name: 'failed', endedAt, problem, keptOutput, remote },
    { name: 'failed', endedAt, problem: known, keptOutput, remote },
    { name: 'needsCredits', problem, required: undefined, available: undefined },
    { name: 'needsKey', problem, remote },
    { name: 'needsName', output: undefined, fileName: words },
    { name: 'unconfirmed', sentAt: 0, sizeBytes: 0, sha256: undefined, problem },
    { name: 'offline', problem, remote },
  ] satisfies readonly Job['state'][];
}
