import assert from 'node:assert/strict';
import { checkVersion, isVersionSegment } from '../../../../src/service/server/endpoint.ts';

const check = (suffix: string | undefined, query: unknown, header: unknown) => () =>
  checkVersion({ suffix, query, header });
const unsupported = { code: 'request.unsupported_version', status: 400 };

describe('checkVersion', () => {
  it('accepts no version, or version 1 from any of the three places', () => {
    check(undefined, undefined, undefined)();
    check('v1', undefined, undefined)();
    check(undefined, '1', undefined)();
    check(undefined, undefined, '1')();
  });

  it('prefers the suffix over the query, and the query over the header', () => {
    check('v1', '2', '2')();
    check(undefined, '1', '2')();
    assert.throws(check('v2', '1', '1'), unsupported);
    assert.throws(check(undefined, '2', '1'), unsupported);
  });

  for (const version of ['0', '2', '', 'one', ['1', '1']]) {
    it(`refuses ${JSON.stringify(version)}`, () => {
      assert.throws(check(undefined, version, undefined), unsupported);
    });
  }
});

describe('isVersionSegment', () => {
  it('treats v and digits as a version, and everything else as a format', () => {
    assert.deepEqual(['v1', 'v22', 'V1', 'v', 'v1a', 'jpg', ''].map(isVersionSegment), [
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
