import assert from 'node:assert/strict';
import { groupTargets } from '../../../src/planning/targetGroups.ts';

const names = (members: readonly { format: string }[]): string[] => members.map(({ format }) => format);

function grouped(formats: readonly string[], recent: readonly string[]): Record<string, unknown> {
  const targets = formats.map((format) => ({ format, routes: [] }));
  const groups = groupTargets(targets, recent);
  return {
    recent: names(groups.recent),
    common: names(groups.common),
    others: [...groups.others].map(([kind, members]) => [kind, ...names(members)]),
  };
}

describe('groupTargets', () => {
  it('puts what was used last first, then what most people mean, then the rest by kind and name', () => {
    assert.deepEqual(
      grouped(['unheard-of', 'pdb', 'xpm', 'webp', 'bmp', 'jpg', 'png', 'tga'], ['tga', 'png']),
      {
        recent: ['tga', 'png'],
        common: ['jpg', 'webp'],
        others: [
          ['images', 'bmp', 'xpm'],
          ['ebooks', 'pdb'],
          [undefined, 'unheard-of'],
        ],
      },
    );
  });

  it('leaves out what was used once but can’t be chosen now', () => {
    assert.deepEqual(grouped(['json'], ['webp']), { recent: [], common: ['json'], others: [] });
  });
});
