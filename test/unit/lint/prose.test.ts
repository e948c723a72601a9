import assert from 'node:assert/strict';
import { commentsIn, findPhrases, findVagueOpenings, type Prose } from '../../../tools/lint/prose.ts';

describe('The check of English text', () => {
  it('reads comments of every form, without their layout', () => {
    const code = `/**
 * Returns the row,
 * if there is one.
 */
const pattern = /\\/\\/ no comment/; // Matches a URL.
const text = '// no comment';

// Two lines
// of one comment.
`;
    assert.deepEqual(commentsIn('a.ts', code), [
      { file: 'a.ts', line: 1, text: 'Returns the row, if there is one.' },
      { file: 'a.ts', line: 5, text: 'Matches a URL.' },
      { file: 'a.ts', line: 8, text: 'Two lines of one comment.' },
    ]);
  });

  it('suggests other words for an unusual phrase, but not within code', () => {
    const found = findPhrases([
      prose('Encodes it anew.'),
      prose('Waits until `anew` is set.'),
      prose('Once again.'),
    ]);
    assert.deepEqual(found.length, 1);
    assert.match(found[0]?.message ?? '', /^“anew” is unusual\. Use .*re-encode/);
  });

  it('allows three vague openings in a hundred comments, and reports all of four', () => {
    assert.deepEqual(findVagueOpenings(comments(3)), []);
    assert.equal(findVagueOpenings(comments(4)).length, 4);
  });
});

function comments(vague: number): Prose[] {
  return Array.from({ length: 100 }, (_, index) => prose(index < vague ? 'What is read.' : 'The content.'));
}

function prose(text: string): Prose {
  return { file: 'a.ts', line: 1, text };
}
