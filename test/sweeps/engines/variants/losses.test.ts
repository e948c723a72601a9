import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { formatOfFileName } from '../../../../src/contract/formats/naming.ts';
import { imageFormats, lossesOf, targets } from '../../../../src/engines/images/formats.ts';
import { ownValue } from '../../../../src/util/ownValue.ts';
import { abilitiesOf } from '../../../../tools/referenceDecoders/abilities.ts';
import type { ApiCaller } from '../../../support/service/apiCaller.ts';
import { withFile } from '../../../support/service/lentFiles.ts';
import { scaled } from '../../../support/run/slowness.ts';
import { useService } from '../../../support/service/services.ts';
import { converted, forVariants, variantsFolder } from './frozen.ts';

/** Images with every property of their formats: depth, transparency, profile, metadata, and frames. */
const names = globSync('abilities/*.*', { cwd: variantsFolder }).toSorted();
const nameFormat = (name: string): string => formatOfFileName(name) ?? '';

/** The number of parallel conversions, each of which also runs other programs. */
const parallelFiles = 3;

/** Losses that another loss implies. */
const impliedBy: Readonly<Record<string, readonly string[]>> = {
  color: ['shades'],
  colors: ['shades', 'color'],
  partialTransparency: ['transparency'],
};

/** Losses that no variant here shows: for a lossy JPEG XL, djxl reports no profile. */
const lostElsewhere: ReadonlySet<string> = new Set(['jxl wideGamut']);

/** Properties of formats that no variant here has, because nobody writes them or their loss is obvious. */
const unmade: Readonly<Record<string, readonly string[]>> = {
  dds: ['depth'],
  jxl: ['dynamicRange'],
  heic: ['pages'],
  icns: ['iconSizes'],
  ico: ['iconSizes'],
  psb: ['layers'],
  psd: ['layers'],
  tiff: ['dynamicRange', 'pages'],
  xpm: ['colors'],
};

interface Findings {
  readonly held: ReadonlySet<string>;
  /** The expected losses by target. */
  readonly lost: ReadonlyMap<string, ReadonlySet<string>>;
}

describe('Losses of images', function () {
  this.timeout(scaled(600_000));
  const service = useService(forVariants);
  const found = new Map<string, Findings>();
  const ofFormat = (format: string) => [...found].filter(([name]) => nameFormat(name) === format);

  before(async () => {
    const pending = names.values();
    const workOn = async (): Promise<void> => {
      for (const name of pending) found.set(name, await findingsOn(service.api, name));
    };
    await Promise.all(Array.from({ length: parallelFiles }, workOn));
  });

  for (const name of names) {
    it(`are all reported for ${name}`, () => {
      const unsaid = [...(found.get(name)?.lost ?? [])].flatMap(([to, lost]) => {
        const said: ReadonlySet<string> = new Set(lossesOf(nameFormat(name), to));
        const isSaid = (each: string) =>
          said.has(each) || (ownValue(impliedBy, each) ?? []).some((other) => said.has(other));
        return [...lost].filter((each) => !isSaid(each)).map((each) => `${each} in ${to}`);
      });
      assert.ok(found.has(name));
      assert.deepEqual(unsaid, []);
    });
  }

  for (const format of new Set(names.map(nameFormat))) {
    it(`are reported for ${format} only if they happen`, () => {
      const findings = ofFormat(format).map(([, each]) => each);
      const seen = new Set(findings.flatMap(({ held }) => [...held]));
      const untrue = targets
        .filter((to) => to !== format)
        .flatMap((to) => {
          const lost = new Set(findings.flatMap((each) => [...(each.lost.get(to) ?? [])]));
          const kept = lossesOf(format, to).filter((each) => seen.has(each) && !lost.has(each));
          return kept
            .filter((each) => !lostElsewhere.has(`${format} ${each}`))
            .map((each) => `${each} in ${to}`);
        });
      assert.deepEqual(untrue, []);
    });

    it(`are searched for in ${format} files that contain everything possible`, () => {
      const seen = new Set(ofFormat(format).flatMap(([, { held }]) => [...held]));
      const declared = ownValue(imageFormats, format)?.traits ?? [];
      assert.deepEqual([...seen, ...(ownValue(unmade, format) ?? [])].toSorted(), declared.toSorted());
    });
  }
});

async function findingsOn(api: ApiCaller, name: string): Promise<Findings> {
  const [file, format] = [path.join(variantsFolder, name), nameFormat(name)];
  const held = await abilitiesOf(file, format);
  const lost = new Map<string, ReadonlySet<string>>();
  for (const to of targets.filter((each) => each !== format)) {
    const { output, detail } = await converted(api, file, to);
    assert.ok(output, `${name} to ${to}: ${detail}`);
    const kept = await withFile(output, to, async (made) => abilitiesOf(made, to));
    lost.set(to, namedLosses([...held].filter((each) => !kept.has(each))));
  }
  return { held: namedLosses([...held]), lost };
}

/** The names of losses. */
function namedLosses(abilities: readonly string[]): ReadonlySet<string> {
  return new Set(abilities.map((each) => (each === 'EXIF' || each === 'XMP' ? 'metadata' : each)));
}
