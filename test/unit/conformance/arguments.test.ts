import assert from 'node:assert/strict';
import { ArgumentError, parseCliArguments } from '../../../src/conformance/cli/arguments.ts';

const parse = (line: string) => parseCliArguments(line.split(' '));

describe('parseCliArguments', () => {
  it('reads a server to judge', () => {
    assert.deepEqual(parse('--base-url https://files.example/api --key K --plan PRO --read-only'), {
      server: { baseUrl: new URL('https://files.example/api'), key: 'K' },
      plan: 'pro',
      readOnly: true,
      only: '',
    });
  });

  it('reads a launch of all plans', () => {
    assert.deepEqual(parse('--launch --only jobs.'), {
      server: undefined,
      plan: undefined,
      readOnly: false,
      only: 'jobs.',
    });
  });

  for (const line of [
    '--key K',
    '--base-url https://files.example',
    '--base-url files.example --key K',
    '--base-url ftp://files.example --key K',
    '--launch --key K',
    '--launch --base-url https://files.example',
    '--launch --plan gold',
    '--launch more',
    '--unknown',
  ]) {
    it(`refuses ${line}`, () => {
      assert.throws(() => parse(line), ArgumentError);
    });
  }
});
