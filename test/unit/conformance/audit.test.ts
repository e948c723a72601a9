import assert from 'node:assert/strict';
import { Audit } from '../../../src/conformance/answers/audit.ts';
import { anAnswer, openApi } from '../../support/docs/openApi.ts';
import { assertPlain, hostileSamples } from '../../support/hostileWords.ts';
import { testKey } from '../../support/http/networkFixture.ts';

function found(...answers: readonly ReturnType<typeof anAnswer>[]): string[] {
  const audit = new Audit(openApi);
  for (const answer of answers) audit.hear(answer, testKey);
  return audit.results().map(({ outcome, evidence }) => `${outcome}: ${evidence}`);
}

const good = anAnswer({ status: 'Queued' });
const bad = anAnswer({ status: 'Done' });

describe('The audit of answers', () => {
  it('tells how many it has seen when all are as described', () => {
    const compression = anAnswer({ status: 'Queued' }, { path: '/compress/job/1' });
    assert.deepEqual(found(good, good, compression), ['pass: 3 answers of 2 operations']);
  });

  it('tells each kind of misfit once, with the request, the place and the reason', () => {
    const lines = found(good, bad, bad, anAnswer({}));
    assert.equal(lines.length, 2);
    assert.match(
      lines[0] ?? '',
      /^fail: 2 times: GET \/convert\/job\/\{id\} → 200: #\/status: .*"Queued".* \(#\/\$ref\/properties\/status\/\$ref\/enum\)$/,
    );
    assert.match(lines[1] ?? '', /^fail: GET .* required property "status"/);
  });

  it('can tell nothing where nothing was answered', () => {
    assert.deepEqual(found(), ['not observable: Nothing was answered.']);
  });

  it('tells what a server says as mere characters, without the key', () => {
    const words = `${testKey} ${hostileSamples.join(' ')}`;
    for (const line of found(anAnswer(0, { headers: { 'content-type': words } }))) {
      assertPlain(line, 400);
      assert.ok(!line.includes(testKey), line);
    }
  });
});
