import assert from 'node:assert/strict';
import { zeroCost, type PlannedFile, type WorkPlan } from '../../../../src/planning/workPlan.ts';
import {
  accountPage,
  type UploadFacts,
  uploadQuestion,
  collisionQuestion,
} from '../../../../src/vscode/batch/batchQuestions.ts';
import { say, untrusted } from '../../../../src/vscode/text/safeText.ts';

const upload = (index: number): PlannedFile => ({
  uri: `file:///${index}.png`,
  format: 'png',
  service: 'network',
  couldRunLocally: true,
});
const planOf = (...planned: readonly PlannedFile[]): WorkPlan => ({
  work: { tool: 'convert', targetFormat: 'webp' },
  planned,
  refused: [],
});
const five = planOf(...[1, 2, 3, 4, 5].map(upload));

function facts(plan: WorkPlan, changes: Partial<UploadFacts> = {}): UploadFacts {
  const uploads = plan.planned.filter(({ service }) => service === 'network').length;
  return {
    plan,
    cost: { uploads, minCredits: uploads, perFile: new Map([['png', 1]]) },
    pictures: 0,
    balance: { kind: 'exact', credits: 50 },
    renewal: say('renew every day'),
    hasAccountPage: false,
    host: 'files.example',
    isFirst: false,
    confirmAboveCredits: 20,
    ...changes,
  };
}

/** For each answer, the service that each file goes to, or `-` if it waits for credits. */
function answersTo(given: UploadFacts): Record<string, string> {
  const answers = uploadQuestion(given)?.answers ?? [];
  return Object.fromEntries(
    answers.map(({ title, value }) => [
      title,
      value === accountPage
        ? value
        : value.planned.map(({ service, awaitsCredits }) => (awaitsCredits ? '-' : service[0])).join(''),
    ]),
  );
}

describe('The question before an upload', () => {
  it('isn’t asked with enough credits, consent, and a low cost', () => {
    assert.equal(uploadQuestion(facts(five)), undefined);
    const here = planOf({ uri: 'file:///a.png', format: 'png', service: 'local' });
    assert.equal(uploadQuestion(facts(here, { isFirst: true })), undefined);
  });

  it('reports missing credits, and offers what the rest can do', () => {
    const short = facts(five, { balance: { kind: 'exact', credits: 3 }, isFirst: true });
    assert.equal(uploadQuestion(short)?.message, '5 files, at least 5 credits, you have 3');
    assert.equal(
      uploadQuestion(short)?.detail,
      'On files.example: 3 credits left. Credits renew every day. You’re only asked once in this workspace.',
    );
    assert.deepEqual(answersTo(short), { 'Upload Only 3': 'nnn--', 'Run Rest Locally': 'nnnll' });
  });

  it('says how many pictures are sent with the texts that show them', () => {
    const [one, two] = [1, 2].map(
      (pictures) => uploadQuestion(facts(five, { pictures, isFirst: true }))?.detail,
    );
    assert.match(one ?? '', /^1 picture in the text is uploaded too\. On files\.example/);
    assert.match(two ?? '', /^2 pictures in the text are uploaded too\./);
  });

  it('offers nothing that would fail', () => {
    const balance = { kind: 'exact', credits: 0 } as const;
    assert.deepEqual(answersTo(facts(five, { balance })), { 'Use This Computer': 'lllll' });
    const { couldRunLocally: _, ...away } = upload(6);
    assert.deepEqual(answersTo(facts(planOf(upload(1), away), { balance })), {});
    const one = { kind: 'exact', credits: 1 } as const;
    assert.deepEqual(answersTo(facts(planOf(upload(1), away), { balance: one })), { 'Upload Only 1': 'n-' });
  });

  it('links to the account page, if there is one, to buy credits', () => {
    const none = facts(five, { balance: { kind: 'exact', credits: 0 }, hasAccountPage: true });
    assert.deepEqual(answersTo(none), { 'Use This Computer': 'lllll', 'Open Account Page': accountPage });
    assert.deepEqual(answersTo(facts(five, { isFirst: true, hasAccountPage: true })), {
      Upload: 'nnnnn',
      'Use This Computer': 'lllll',
    });
  });

  it('lets the user try if the balance is only an estimate', () => {
    const guessed = facts(five, { balance: { kind: 'estimated', credits: 0 } });
    assert.deepEqual(answersTo(guessed), { 'Use This Computer': 'lllll', 'Try All': 'nnnnn' });
    assert.match(
      uploadQuestion(guessed)?.detail ?? '',
      /doesn’t report the remaining credits, so this is an estimate\./,
    );
    assert.equal(uploadQuestion(facts(five, { balance: { kind: 'unknown' } })), undefined);
  });

  it('names the host, the number of files, and the cost before a workspace’s first upload', () => {
    const first = facts(five, { isFirst: true, balance: { kind: 'unknown' }, renewal: undefined });
    assert.equal(uploadQuestion(first)?.message, 'Send 5 files to files.example for at least 5 credits?');
    assert.equal(
      uploadQuestion(first)?.detail,
      'On files.example: — credits. You’re only asked once in this workspace.',
    );
    assert.deepEqual(answersTo(first), { Upload: 'nnnnn', 'Use This Computer': 'lllll' });
    const one = facts(planOf(upload(1)), { isFirst: true });
    assert.equal(uploadQuestion(one)?.message, 'Send 1.png to files.example for at least 1 credit?');
  });

  it('doesn’t mention costs if nothing is charged, however many files there are', () => {
    const cost = zeroCost(five);
    const free = facts(five, {
      cost,
      balance: { kind: 'uncharged' },
      renewal: undefined,
      confirmAboveCredits: 0,
    });
    assert.equal(uploadQuestion(free), undefined);
    const first = uploadQuestion({ ...free, isFirst: true });
    assert.equal(first?.message, 'Send 5 files to files.example?');
    assert.equal(
      first?.detail,
      'On files.example: free of charge. You’re only asked once in this workspace.',
    );
  });

  it('is asked again above the credits in the settings, and says what runs on this computer', () => {
    const mixed = planOf(upload(1), upload(2), { uri: 'file:///a.svg', format: 'svg', service: 'local' });
    assert.equal(uploadQuestion(facts(mixed, { confirmAboveCredits: 2 })), undefined);
    const costly = facts(mixed, { confirmAboveCredits: 1 });
    assert.equal(uploadQuestion(costly)?.message, 'Convert 3 files to WebP?');
    assert.equal(
      uploadQuestion(costly)?.detail,
      'On files.example: 50 credits left. Credits renew every day. This costs at least 2 credits. Files processed on this computer: 1.',
    );
    assert.deepEqual(answersTo(costly), { Start: 'nnl', 'Use This Computer': 'lll' });
  });
});

const labels = (jobs: number): string[] =>
  collisionQuestion(untrusted('photo.webp'), jobs).entries.map(({ label }) => label);

describe('collisionQuestion', () => {
  it('names the first file, and asks for the whole batch at once', () => {
    const { title, placeHolder } = collisionQuestion(untrusted('photo.webp'), 3);
    assert.equal(title, '“photo.webp” already exists');
    assert.equal(placeHolder, 'What should happen to results whose names are taken?');
    assert.deepEqual(labels(3), ['Rename All', 'Overwrite All', 'Skip All', 'Choose Names…']);
  });

  it('uses the singular for one file', () => {
    assert.deepEqual(labels(1), ['Rename', 'Overwrite', 'Skip', 'Choose Name…']);
  });
});
