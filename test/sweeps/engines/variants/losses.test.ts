import assert from 'node:assert/strict';
import { imageFormats, lossesOf, targets } from '../../../../src/engines/images/formats.ts';
import { own } from '../../../../src/util/own.ts';
import { abilitiesOf } from '../../../../tools/referenceDecoders/abilities.ts';
import type { ApiCaller } from '../../../support/service/apiCaller.ts';
import { withFile } from '../../../support/service/lentFiles.ts';
import { abilityVariants } from '../../../../tools/variants/abilities.ts';
import { converted } from '../../../../tools/variants/converted.ts';
import { withEach } from '../../../../tools/variants/describeVariants.ts';
import type { Variant } from '../../../../tools/variants/variant.ts';
import { scaled } from '../../../support/run/slowness.ts';

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
  const found = new Map<Variant, Findings>();
  const ofFormat = (format: string) => [...found].filter(([variant]) => variant.format === format);

  before(() =>
    withEach(abilityVariants, async (api, each, folder) => {
      found.set(each, await findingsOn(api, each, folder));
    }),
  );

  for (const variant of abilityVariants) {
    const { format, name } = variant;
    it(`are all reported for a ${name} ${format}`, () => {
      const unsaid = [...(found.get(variant)?.lost ?? [])].flatMap(([to, lost]) => {
        const said: ReadonlySet<string> = new Set(lossesOf(format, to));
        const isSaid = (each: string) =>
          said.has(each) || (own(impliedBy, each) ?? []).some((other) => said.has(other));
        return [...lost].filter((each) => !isSaid(each)).map((each) => `${each} in ${to}`);
      });
      assert.ok(found.has(variant));
      assert.deepEqual(unsaid, []);
    });
  }

  for (const format of new Set(abilityVariants.map((variant) => variant.format))) {
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
      const declared = own(imageFormats, format)?.holds ?? [];
      assert.deepEqual([...seen, ...(own(unmade, format) ?? [])].toSorted(), declared.toSorted());
    });
  }
});

async function findingsOn(api: ApiCaller, variant: Variant, folder: string): Promise<Findings> {
  const { format } = variant;
  const file = await variant.make(folder);
  const held = await abilitiesOf(file, format);
  const lost = new Map<string, ReadonlySet<string>>();
  for (const to of targets.filter((each) => each !== format)) {
    const { output, detail } = await converted(api, file, { targetFormat: to });
    assert.ok(output, `${format} to ${to}: ${detail}`);
    const kept = await withFile(output, to, async (made) => abilitiesOf(made, to));
    lost.set(to, namedLosses([...held].filter((each) => !kept.has(each))));
  }
  return { held: namedLosses([...held]), lost };
}

/** The names of losses. */
function namedLosses(abilities: readonly string[]): ReadonlySet<string> {
  return new Set(abilities.map((each) => (each === 'EXIF' || each === 'XMP' ? 'metadata' : each)));
}
