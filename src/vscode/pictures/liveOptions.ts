import path from 'node:path';
import * as vscode from 'vscode';
import { formatOfFileName } from '../../contract/formats/naming.ts';
import type { Traits } from '../../contract/losses.ts';
import { problemOf } from '../../jobs/core/problem.ts';
import { baseName } from '../../jobs/core/fileUri.ts';
import { lossesOf, routeOf } from '../../planning/offer.ts';
import { commonFields, type OptionField } from '../../planning/optionFields.ts';
import type { SelectedFile, Selection } from '../../planning/possibilities.ts';
import { planWork, sourceFormatsOf, type WorkPlan } from '../../planning/workPlan.ts';
import type { Work } from '../../planning/work.ts';
import type { BatchContext } from '../batch/runBatch.ts';
import { type ComparedPicture, copyName } from './pictureMaker.ts';
import type { Contents, FormRequest } from './pictureTabController.ts';
import type { PictureTools } from './pictureTabs.ts';
import { formTitle, loadSchemas, saveAsPreset, fitting, withoutSecrets } from '../batch/askForOptions.ts';
import type { OptionValues } from '../batch/optionRows.ts';
import type { Preset } from '../request/presets.ts';
import {
  resultSizeText,
  figure,
  say,
  sayCount,
  sentences,
  type SafeText,
  untrusted,
} from '../text/safeText.ts';
import { formatName } from '../text/names.ts';
import { lossNames } from '../text/losses.ts';
import { leftOutText, liveFacts, noPictureText, shownText, tabTexts } from './tabContent.ts';
import { problemText } from '../text/problems.ts';
import { showError } from '../ui/messages.ts';
import type { PictureTabContent, ShownControl } from '../ui/pictureTab.ts';
import { LivePicture, type LiveResult, type View } from './livePicture.ts';
import { chosenFrom, linkedSide, optionControls, valueIn } from './optionControls.ts';

interface LiveOptionsParts {
  readonly context: BatchContext;
  readonly tools: PictureTools;
  readonly selection: Selection;
  readonly work: Work;
  /** The target formats to choose from; empty for compression. */
  readonly targets: readonly string[];
  readonly presets: readonly Preset[];
  readonly onDidChangeTitle: (title: SafeText) => void;
  /** Called when the user wants the list of all formats instead. */
  readonly onDidLeave: () => void;
  readonly onDidApply: (plan: WorkPlan) => void;
}

/** The image that the preview currently shows. */
interface OpenFile {
  readonly index: number;
  readonly source: ComparedPicture;
  readonly live: LivePicture;
  readonly update: (content: PictureTabContent) => void;
  traits?: Traits;
}

const formatControl = 'format';
const presetControl = 'preset';
/** The choice that leads to the formats that aren't images. */
const moreFormats = 'more';

/** The options for a batch of images. Shows their effect on one of the images at a time. */
export class LiveOptions implements Contents {
  readonly #parts: LiveOptionsParts;
  readonly #files: readonly SelectedFile[];
  readonly #problems = new Map<string, SafeText>();
  #plan: WorkPlan;
  #fields: readonly OptionField[] = [];
  #values: OptionValues = new Map();
  #ready: Promise<void> | undefined;
  /** Ends when the form's requests so far are done. The next one finds the fields of the format chosen before it. */
  #requests = Promise.resolve();
  #open: OpenFile | undefined;
  #view: View | undefined;

  constructor(parts: LiveOptionsParts) {
    this.#parts = parts;
    this.#files = parts.selection.files;
    this.#plan = planWork(parts.selection, parts.work);
  }

  waiting(index: number): PictureTabContent {
    return this.#frame(index, say('Reading the file…'));
  }

  async load(
    index: number,
    signal: AbortSignal,
    update: (content: PictureTabContent) => void,
  ): Promise<PictureTabContent> {
    this.#open = undefined;
    const { tools } = this.#parts;
    const file = this.#files[index];
    if (file === undefined) throw new Error(`File index out of range: ${index}`);
    const name = baseName(file.uri);
    const mayRunPrograms = vscode.workspace.isTrusted;
    const copies = await tools.folders.make();
    const close = (): void => void copies[Symbol.asyncDispose]();
    signal.addEventListener('abort', close, { once: true });
    if (signal.aborted) close();
    try {
      await (this.#ready ??= this.#prepareLast());
      const looked = { uri: file.uri, name, mayRunPrograms };
      const source = await tools.maker.makeIn(copies.path, looked, 1, tools.folder, signal);
      signal.throwIfAborted();
      const inputPath = path.join(copies.path, copyName);
      const live = new LivePicture({
        converter: tools.local,
        inputPath,
        fileName: name,
        source,
        folder: tools.folder,
        mayRunPrograms,
        signal,
        onDidChange: () => update(this.#content()),
      });
      const open: OpenFile = { index, source, live, update };
      this.#open = open;
      if (this.#view !== undefined) live.look(this.#view);
      this.#apply();
      void tools.local
        .probe({ inputPath, fileName: name }, signal)
        .then((traits) => update(this.#content(Object.assign(open, { traits }))))
        .catch(() => undefined);
      return this.#content();
    } catch (error) {
      signal.throwIfAborted();
      return this.#frame(index, noPictureText(problemOf(error)));
    }
  }

  take(request: FormRequest): void {
    switch (request.type) {
      case 'look':
        this.#view = { part: request.part, pixels: request.pixels };
        this.#open?.live.look(this.#view);
        return;
      case 'set':
        this.#requests = this.#requests.then(() => this.#set(request.name, request.value));
        return;
      case 'press':
        void this.#requests
          .then(() => this.#press(request.button))
          .catch((error: unknown) => showError(problemText(problemOf(error))));
    }
  }

  async #set(name: string, text: string): Promise<void> {
    const { targets, presets } = this.#parts;
    if (name === formatControl) {
      if (text === moreFormats) this.#parts.onDidLeave();
      if (!targets.includes(text)) return;
      const { quality: _, ...kept } = Object.fromEntries(this.#values);
      const work: Work = { ...this.#plan.work, tool: 'convert', targetFormat: text };
      const { context } = this.#parts;
      const sources = sourceFormatsOf(planWork(this.#parts.selection, work));
      return this.#change(work, { ...context.lastOptions.of(work, sources), ...kept });
    }
    if (name === presetControl) {
      const preset = chosenFrom(presets, text);
      if (preset !== undefined) return this.#change(preset.work, preset.work.options ?? {});
      this.#dropPreset();
      return;
    }
    const field = this.#fields.find((each) => each.name === name);
    if (field === undefined) return;
    const read = valueIn(field, text);
    this.#problems.delete(name);
    if ('problem' in read) {
      this.#problems.set(name, read.problem);
      this.#refresh();
      return;
    }
    const others = [...this.#values].filter(([each]) => each !== name);
    this.#values = new Map(read.value === undefined ? others : [...others, [name, read.value]]);
    this.#apply();
  }

  async #press(button: 'apply' | 'save' | 'reset'): Promise<void> {
    const { context, onDidApply } = this.#parts;
    const work: Work = { ...this.#plan.work, options: Object.fromEntries(this.#values) };
    const options = withoutSecrets(this.#fields, work.options ?? {});
    switch (button) {
      case 'apply':
        await context.lastOptions.remember(work, sourceFormatsOf(this.#plan), options);
        onDidApply({ ...this.#plan, work });
        return;
      case 'save':
        await saveAsPreset({ ...work, options });
        return;
      case 'reset':
        this.#dropPreset();
        this.#values = new Map();
        this.#problems.clear();
        this.#apply();
    }
  }

  #dropPreset(): void {
    const { preset: _preset, output: _output, ...work } = this.#plan.work;
    this.#plan = { ...this.#plan, work };
  }

  async #change(work: Work, options: Readonly<Record<string, unknown>>): Promise<void> {
    this.#ready = this.#prepare(work, options);
    try {
      await this.#ready;
      this.#apply();
    } catch (error) {
      this.#open?.update(this.#frame(this.#open.index, noPictureText(problemOf(error))));
    }
  }

  /** Starts with the options that the user chose last. */
  async #prepareLast(): Promise<void> {
    const { work } = this.#plan;
    return this.#prepare(work, this.#parts.context.lastOptions.of(work, sourceFormatsOf(this.#plan)));
  }

  async #prepare(work: Work, options: Readonly<Record<string, unknown>>): Promise<void> {
    const { context, selection } = this.#parts;
    const plan = planWork(selection, work);
    const fields = commonFields(await loadSchemas(context.connections, plan));
    [this.#plan, this.#fields, this.#values] = [plan, fields, fitting(fields, options)];
    this.#problems.clear();
    this.#parts.onDidChangeTitle(formTitle(plan));
  }

  /** Shows the effect of the current options. */
  #apply(): void {
    this.#open?.live.use({ work: this.#plan.work, options: Object.fromEntries(this.#values) });
    this.#refresh();
  }

  #refresh(): void {
    this.#open?.update(this.#content());
  }

  #content(open: OpenFile | undefined = this.#open): PictureTabContent {
    if (open === undefined) return this.#frame(0, sentences([]));
    const { index, source, live } = open;
    const { result } = live;
    const { picture } = result;
    const name = untrusted(baseName(this.#files[index]?.uri ?? ''));
    const before = { file: source.file, name: say('Before: {0}', name) };
    const made = say('After: {0}', formatName(this.#plan.work.targetFormat ?? source.format));
    const after = picture && { ...picture, name: made };
    const outcome = outcomeText(source.sizeBytes, result);
    return {
      ...this.#frame(index, result.problem ?? sentences([])),
      pictures: after === undefined ? [before] : [before, after],
      form: {
        label: say('Options'),
        outcome,
        ...this.#controls(source),
        more: say('More Options'),
        buttons: [
          { id: 'apply', label: applyText(this.#plan.planned.length) },
          { id: 'save', label: say('Save as Preset…') },
          { id: 'reset', label: say('Reset to Defaults') },
        ],
      },
      facts: liveFacts([before.name, made], source, result.size, outcome),
      remarks: this.#remarks(open),
    };
  }

  #controls(source: ComparedPicture): {
    controls: readonly ShownControl[];
    moreControls: readonly ShownControl[];
  } {
    const { targets, presets } = this.#parts;
    const { targetFormat = '' } = this.#plan.work;
    const format: ShownControl = {
      kind: 'choice',
      name: untrusted(formatControl),
      label: say('Format'),
      value: untrusted(targetFormat),
      choices: [
        ...targets.map((target) => ({ value: untrusted(target), label: formatName(target) })),
        { value: untrusted(moreFormats), label: say('More Formats…') },
      ],
    };
    const chosen = presets.findIndex(({ name }) => name === this.#plan.work.preset);
    const preset: ShownControl = {
      kind: 'choice',
      name: untrusted(presetControl),
      label: say('Preset'),
      value: chosen === -1 ? untrusted('') : figure(chosen),
      choices: [
        { value: untrusted(''), label: say('None') },
        ...presets.map(({ name }, index) => ({ value: figure(index), label: untrusted(name) })),
      ],
    };
    const linked = linkedSide(this.#values, source);
    const options = optionControls(this.#fields, this.#values, this.#problems, linked);
    return {
      controls: [
        ...(targets.length === 0 ? [] : [format]),
        ...(presets.length === 0 ? [] : [preset]),
        ...options.controls,
      ],
      moreControls: options.moreControls,
    };
  }

  #remarks({ index, source, traits }: OpenFile): SafeText[] {
    const { selection } = this.#parts;
    const { work, planned } = this.#plan;
    const from = formatOfFileName(this.#files[index]?.uri ?? '') ?? source.format;
    const pair =
      work.targetFormat === undefined ? undefined : routeOf(selection.offer, from, work.targetFormat);
    const losses = lossesOf(pair?.pair.losses ?? [], traits);
    const isUploaded = planned.some(({ service }) => service === 'network');
    const texts = [
      losses.certain.length === 0 ? undefined : say('Loses {0}', lossNames(losses.certain)),
      traits === undefined ? undefined : leftOutText(losses.possible),
      isUploaded ? say('The preview was made on this computer. The network’s result may differ.') : undefined,
      shownText(source),
    ];
    return texts.filter((text) => text !== undefined);
  }

  #frame(index: number, status: SafeText): PictureTabContent {
    const count = this.#files.length;
    return {
      texts: tabTexts('images'),
      title: formTitle(this.#plan),
      status,
      pictures: [],
      facts: [],
      remarks: [],
      place: { index, count, text: say('{0} of {1}', index + 1, count) },
    };
  }
}

function outcomeText(before: number, { bytes, isExact, problem }: LiveResult): SafeText {
  if (problem !== undefined) return sentences([]);
  if (bytes === undefined) return say('Working…');
  const size = resultSizeText(before, bytes);
  return isExact ? size : say('≈ {0}', size);
}

function applyText(count: number): SafeText {
  return sayCount(count, { one: 'Apply to {0} File', other: 'Apply to {0} Files' });
}
