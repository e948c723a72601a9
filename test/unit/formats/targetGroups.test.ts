import assert from 'node:assert/strict';
import { groupTargets } from '../../../src/formats/targetGroups.ts';

function grouped(formats: readonly string[], recent: readonly string[]): Record<string, string[]> {
  const targets = formats.map((format) => ({ format, routes: [] }));
  return Object.fromEntries(
    Object.entries(groupTargets(targets, recent)).map(([group, members]) => [
      group,
      members.map(({ format }: { format: string }) => format),
    ]),
  );
}

describe('groupTargets', () => {
  it('puts what was used last first, then what most people mean, then the rest by name', () => {
    assert.deepEqual(grouped(['xpm', 'webp', 'bmp', 'jpg', 'png', 'tga'], ['tga', 'png']), {
      recent: ['tga', 'png'],
      common: ['jpg', 'webp'],
      others: ['bmp', 'xpm'],
    });
  });

  it('leaves out what was used once but can’t be chosen now', () => {
    assert.deepEqual(grouped(['json'], ['webp']), { recent: [], common: ['json'], others: [] });
  });
});
