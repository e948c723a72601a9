import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { isImageFormat, resizable } from '../../../src/contract/formats/table.ts';
import { optionLabels } from '../../../src/contract/options.ts';
import { isProgramId, programIds } from '../../../src/engines/programs/programs.ts';
import {
  availableConversions,
  byPreference,
  compressions,
  conversions,
  installableConversions,
  offeredConversions,
  previewRoute,
  ranked,
} from '../../../src/engines/registry.ts';

const nothing = new Map();
const libreOffice = new Map([['libreoffice', '/usr/bin/soffice']] as const);
const ffmpeg = new Map([['ffmpeg', '/usr/bin/ffmpeg']] as const);
const pairOf = ({ from, to }: { from: string; to: string }): string => `${from} ${to}`;
const enginesOf = (...pair: Parameters<typeof availableConversions>): string[] =>
  availableConversions(...pair).map(({ engine }) => engine);

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

describe('The registry', () => {
  it('offers each pair and each compression once, whatever is installed', () => {
    for (const found of [nothing, libreOffice]) {
      assert.deepEqual(repeated(offeredConversions(found).map(pairOf)), []);
    }
    assert.deepEqual(repeated(compressions.map(({ format }) => format)), []);
  });

  it('resizes a picture in its own format, which no list contains', () => {
    const same = offeredConversions(nothing).filter(({ from, to }) => from === to);
    assert.deepEqual(same, []);
    for (const [format, losses] of Object.entries(resizable)) {
      const [conversion, ...others] = availableConversions(format, format, nothing);
      assert.deepEqual([conversion?.losses, others], [losses, []], format);
    }
    assert.deepEqual(enginesOf('svg', 'svg', nothing), []);
  });

  it('has a pair twice only if a program is preferred or helps', () => {
    for (const candidates of Map.groupBy(conversions, pairOf).values()) {
      const [first, second, ...others] = candidates;
      if (first === undefined || second === undefined) continue;
      assert.deepEqual(others, []);
      if (first.helper === undefined) assert.ok(isProgramId(first.engine) && !isProgramId(second.engine));
      else assert.equal(second.engine, first.helper);
    }
  });

  it('reports a helper’s losses if it is installed', () => {
    for (const found of [nothing, ffmpeg]) {
      const remux = offeredConversions(found).find((each) => pairOf(each) === 'mov mp4');
      assert.equal(remux?.losses.includes('encoding'), found === ffmpeg);
    }
    assert.deepEqual(enginesOf('mov', 'mp4', nothing), ['remux']);
    assert.deepEqual(enginesOf('mov', 'mp4', ffmpeg), ['remux', 'ffmpeg']);
  });

  it('names the motion and sound that a picture of a video lacks', () => {
    for (const pair of ['mp4 jpg', 'mov png']) {
      const losses = offeredConversions(ffmpeg).find((each) => pairOf(each) === pair)?.losses;
      assert.ok(losses?.includes('animation') === true && losses.includes('sound'), pair);
    }
  });

  it('previews every image that it converts, since it is compared with the result', () => {
    const sources = new Set(conversions.map(({ from }) => from).filter(isImageFormat));
    assert.deepEqual(
      [...sources].filter((format) => previewRoute(format) === undefined),
      [],
    );
  });

  it('has a title for every option that users see', () => {
    const known = new Set(Object.keys(optionLabels));
    for (const { engine, from, to, options } of conversions) {
      const { properties = {} } = z.toJSONSchema(options(), { io: 'input' });
      const unknown = Object.keys(properties).filter((name) => !known.has(name));
      assert.deepEqual(unknown, [], `${engine}: ${from} to ${to}`);
    }
  });

  it('describes every option in a phrase, with a valid default', () => {
    const all = [
      ...conversions.map((each) => ({ ...each, pair: `${each.engine}: ${each.from} to ${each.to}` })),
      ...compressions.map((each) => ({ ...each, pair: each.format })),
    ];
    for (const { pair, options } of all) {
      const { properties = {} } = z.toJSONSchema(options(), { io: 'input' });
      for (const [name, schema] of Object.entries(properties)) {
        assert.ok(typeof schema === 'object');
        const { description = '', default: value } = schema;
        assert.match(description, /^\S.*[^.\s]$/, `${pair}: ${name}`);
        assert.notEqual(value !== undefined, schema['x-unset'] !== undefined, `${pair}: ${name}`);
        const codec = properties['codec'];
        const given = value === undefined ? {} : { [name]: value };
        assert.ok(codec !== undefined || options().safeParse(given).success, `${pair}: ${name}`);
      }
    }
  });

  it('prefers a program only if it is installed', () => {
    assert.deepEqual(enginesOf('docx', 'pdf', nothing), ['documentPrint']);
    assert.deepEqual(enginesOf('docx', 'pdf', libreOffice), ['libreoffice', 'documentPrint']);
    assert.deepEqual(enginesOf('doc', 'pdf', nothing), []);
    assert.deepEqual(enginesOf('xlsx', 'pdf', nothing), ['sheetPrint']);
    assert.deepEqual(enginesOf('pptx', 'pdf', nothing), ['documentPrint']);
    assert.deepEqual(enginesOf('svg', 'pdf', nothing), ['drawingPdf']);
    assert.deepEqual(enginesOf('docx', 'html', libreOffice), ['document']);
  });

  it('uses the best engine for each pair if every program is installed', () => {
    const chosen = {
      'docx pdf': ['libreoffice', 'documentPrint'],
      'xlsx ods': ['libreoffice', 'sheets'],
      'docx txt': ['document'],
      'md html': ['document'],
      'gif mp4': ['animationVideo', 'ffmpeg'],
      'wav mp3': ['audio', 'ffmpeg'],
      'flac mp3': ['audio'],
      'mp4 webm': ['ffmpeg'],
      'rst epub': ['pandoc'],
      'mobi epub': ['document'],
      'epub mobi': ['calibre'],
      'pdf ps': ['ghostscript'],
      'png webp': ['image'],
      'png icns': ['magick'],
      'pdf docx': ['pdfReflow', 'tesseract'],
      'png txt': ['tesseract'],
    };
    const all = new Map(programIds.map((id) => [id, '']));
    for (const [pair, expected] of Object.entries(chosen)) {
      const [from = '', to = ''] = pair.split(' ');
      assert.deepEqual(enginesOf(from, to, all), expected, pair);
    }
  });

  it('names a program only for pairs that nothing does now', () => {
    const installable = installableConversions(nothing).map(pairOf);
    assert.ok(installable.includes('doc pdf'));
    assert.ok(!installable.includes('docx pdf'));
    assert.deepEqual(repeated([...installable, ...offeredConversions(nothing).map(pairOf)]), []);
    assert.ok(installableConversions(libreOffice).every(({ engine }) => engine !== 'libreoffice'));
  });
});

describe('ranked', () => {
  it('prefers engines that do a pair better, in any order', () => {
    const [better, own] = [{ preference: 1 }, {}];
    assert.deepEqual(ranked([own, better]), [better, own]);
    assert.deepEqual(ranked([better, own]), [better, own]);
  });

  it('keeps the order of equal preferences', () => {
    const [first, second] = [{}, { preference: 0 }];
    assert.deepEqual(ranked([first, second]), [first, second]);
    assert.deepEqual(ranked([second, first]), [second, first]);
  });

  it('leaves out fallback engines if another engine has the pair', () => {
    const own = {};
    assert.deepEqual(ranked([{ preference: -1 }, own]), [own]);
    assert.deepEqual(ranked([{ preference: -1 }, { preference: 1 }]), [{ preference: 1 }]);
  });

  it('uses a single fallback for a gap', () => {
    assert.deepEqual(ranked([{ preference: -3 }, { preference: -1 }, { preference: -2 }]), [
      { preference: -1 },
    ]);
  });

  it('keeps a fallback behind an engine that may need a helper', () => {
    const own = { helper: 'ffmpeg' } as const;
    assert.deepEqual(ranked([{ preference: -2 }, own, { preference: -3 }]), [own, { preference: -2 }]);
  });
});

describe('byPreference', () => {
  it('ranks an engine without a number as our own', () => {
    const candidates = [{ preference: -1 }, {}, { preference: 1 }];
    assert.deepEqual(candidates.toSorted(byPreference), [{ preference: 1 }, {}, { preference: -1 }]);
  });
});
