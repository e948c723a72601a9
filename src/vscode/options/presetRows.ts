import { withoutSecrets } from '../../contract/options.ts';
import type { ToolId } from '../../contract/tools.ts';
import type { Selection } from '../../planning/possibilities.ts';
import type { Work } from '../../planning/work.ts';
import { planWork } from '../../planning/workPlan.ts';
import { shareText } from '../text/files.ts';
import { formatName } from '../text/formats.ts';
import { optionName, optionValueText } from './optionTexts.ts';
import { untrusted, joined, say, type SafeText } from '../text/safeText.ts';
import type { Choice, ListHeading } from '../ui/choice.ts';
import type { BrokenPreset, Preset, PresetList } from '../request/presets.ts';

export type PresetChoice = Choice<{ readonly preset: Preset } | { readonly brokenPreset: BrokenPreset }>;

/**
 * Rows for the presets that apply to at least one of the files, and for unusable ones, with a heading.
 * @param tool if given, leaves out presets for other tools
 */
export function presetRows(
  { usable, broken }: PresetList,
  selection: Selection,
  tool?: ToolId,
): (PresetChoice | ListHeading)[] {
  const wanted = usable.filter(({ work }) => tool === undefined || work.tool === tool);
  const rows: PresetChoice[] = [
    ...wanted.flatMap((preset) => {
      const count = planWork(selection, preset.work).planned.length;
      return count === 0 ? [] : [presetRow(preset, count, selection.files.length)];
    }),
    ...broken.map((preset) => ({
      value: { brokenPreset: preset },
      icon: 'warning' as const,
      label: say('“{0}” can’t be used: {1}', untrusted(preset.name), preset.reason),
      description: say('Open settings'),
    })),
  ];
  return rows.length === 0 ? [] : [{ heading: say('Presets') }, ...rows];
}

/** The parts of a preset's description: its tool and target, then its options and output. */
export function presetParts(work: Work): readonly SafeText[] {
  return [workText(work), detailsText(work)].filter((text) => text !== '');
}

function workText({ targetFormat }: Work): SafeText {
  return targetFormat === undefined ? say('Compress') : say('Convert to {0}', formatName(targetFormat));
}

function presetRow(preset: Preset, count: number, fileCount: number): PresetChoice {
  const { work, ofWorkspace } = preset;
  const share = count < fileCount ? shareText(count, fileCount) : undefined;
  const detail = detailsText(work);
  return {
    value: { preset },
    icon: 'bookmark',
    label: untrusted(preset.name),
    description: joined([share, workText(work), ofWorkspace ? say('Workspace') : undefined], ' · '),
    ...(detail === '' ? {} : { detail }),
  };
}

/** The options of a request, without secrets, and its output folder and name; empty if it has none. */
export function detailsText({ options = {}, output }: Work): SafeText {
  const set = Object.entries(withoutSecrets(options)).map(([name, value]) =>
    say('{0}: {1}', optionName({ name, schema: {}, secret: false }), optionValueText(value)),
  );
  const folder = output?.folder;
  const template = output?.name;
  return joined(
    [
      ...set,
      folder === undefined || folder === '' ? undefined : say('Folder: {0}', untrusted(folder)),
      template === undefined || template === '' ? undefined : say('Name: {0}', untrusted(template)),
    ],
    ' · ',
  );
}
