import assert from 'node:assert/strict';
import { type BytesAt, inEnglish } from '../../../../src/contract/formats/format.ts';
import { formatById, formats, mediaTypeOf } from '../../../../src/contract/formats/table.ts';
import { conversions } from '../../../../src/engines/registry.ts';

describe('The formats table', () => {
  it('has a row for every format that engines convert', () => {
    const converted = new Set(conversions.flatMap(({ from, to }) => [from, to]));
    assert.deepEqual(
      [...converted].filter((id) => formatById(id) === undefined),
      [],
      'Add them to the table of their kind in src/contract/formats/.',
    );
  });

  it('assigns each name and extension to one format', () => {
    const names = formats.flatMap(({ id, extensions = [] }) => [id, ...extensions]);
    assert.deepEqual(repeated(names), []);
    assert.deepEqual(
      names.filter((name) => name !== name.toLowerCase() || name.startsWith('.')),
      [],
    );
  });

  it('gives no two formats the same title', () => {
    assert.deepEqual(
      repeated(formats.flatMap(({ name, aliases = [] }) => [name, ...aliases].map(inEnglish))),
      [],
    );
  });

  it('has a media type for every format', () => {
    assert.deepEqual(
      formats.filter(({ mediaType }) => !/^[a-z]+\/[\w.+-]+$/.test(mediaType)).map(({ id }) => id),
      [],
    );
    assert.equal(mediaTypeOf('odt'), 'application/vnd.oasis.opendocument.text');
    assert.throws(() => mediaTypeOf('constructor'));
  });

  it('nests a format only in a container with a signature', () => {
    const contained = formats.flatMap(({ container }) => container ?? []);
    assert.deepEqual(
      contained.filter((id) => typeof formatById(id)?.signature !== 'object'),
      [],
    );
  });

  it('has no two formats with the same signature', () => {
    const starts = formats.flatMap(({ id, signature }) =>
      typeof signature === 'string' ? [] : signature.sufficient.map((all) => ({ id, all })),
    );
    const shared = starts.flatMap((one) =>
      starts
        .filter((other) => other.id !== one.id && one.all.every((bytes) => other.all.some(within(bytes))))
        .map((other) => `${one.id} and ${other.id}`),
    );
    assert.deepEqual(shared, []);
  });

  it('recognizes a file only by a signature its format allows', () => {
    const wrong = formats.filter(({ signature }) => {
      if (typeof signature === 'string' || signature.necessary.length === 0) return false;
      return !signature.sufficient.every((all) =>
        signature.necessary.some((needed) => needed.every((bytes) => all.some(within(bytes)))),
      );
    });
    assert.deepEqual(
      wrong.map(({ id }) => id),
      [],
    );
  });
});

/** True if every file with the other signature also has this one. */
function within({ bytes, at = 0 }: BytesAt): (other: BytesAt) => boolean {
  return (other) =>
    at === 'anywhere' ? other.bytes.includes(bytes) : (other.at ?? 0) === at && other.bytes.startsWith(bytes);
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}
